"""Records: a table as one file that anyone can verify offline."""
