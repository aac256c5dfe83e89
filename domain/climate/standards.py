"""Changes of living standard: what goes up or down with it."""

from domain.climate.course import Course
from domain.climate.facts import LsChanged
from domain.climate.losses import bounded_rate, freed_oil
from domain.climate.state import Region
from domain.core.rules import rule


@rule("climate.ls.down", "climate.ls.voluntary")
def lower_standard(course: Course, name: str, *, is_voluntary: bool, cause: str) -> None:
    """One unit of oil is saved and the standard falls; demography rises unless the fall was chosen."""
    region = course.region(name)
    brown, red_oil, orange, saved = freed_oil(region)
    course.note(
        LsChanged(
            region=name,
            ls=region.ls - 1,
            brown=brown,
            red_oil=red_oil,
            orange=orange,
            demography=region.demography if is_voluntary else bounded_rate(region.demography + 1),
            discipline=region.discipline,
            oil_balance=course.state.oil_balance + saved,
            rule=cause,
        )
    )


@rule("climate.ls.up")
def raise_standard(course: Course, name: str, source: str) -> None:
    """One more unit of oil is burnt, kept from export or imported; demography and a discipline above one fall."""
    region = course.region(name)
    exported = source == "export"
    course.note(
        LsChanged(
            region=name,
            ls=region.ls + 1,
            brown=region.brown + int(exported),
            red_oil=region.red_oil + int(not exported),
            orange=region.orange - int(exported),
            demography=bounded_rate(region.demography - 1),
            discipline=fallen_discipline(region),
            oil_balance=course.state.oil_balance - 1,
            rule="climate.ls.up",
        )
    )


def fallen_discipline(region: Region) -> int:
    """Discipline after comfort has grown: one less, but not below one."""
    return region.discipline - 1 if region.discipline >= 2 else region.discipline
