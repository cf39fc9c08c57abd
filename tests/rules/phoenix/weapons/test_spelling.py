"""The book's weapons found by any reasonable spelling."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import Ambiguous, UnknownName
from tests.rules.phoenix.skirmish import phoenix
from tests.rules.phoenix.weapons.finding import called

WEAPONS = phoenix().book.arms


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("M16", "M16"),
        ("m 16", "M16"),
        ("M-16 A1", "M16A1"),
        ("m 16 a1", "M16A1"),
        ("HK G3", "Heckler & Koch G3"),
        ("H & K G3", "Heckler & Koch G3"),
        ("h&k-g3", "Heckler & Koch G3"),
        ("hkg3", "Heckler & Koch G3"),
        ("g3", "Heckler & Koch G3"),
        ("heckler und koch g11", "Heckler & Koch G11"),
        ("Heckler MP5", "Heckler & Koch MP5"),
        ("mp 5", "Heckler & Koch MP5"),
        ("Heckler & Koch VP70M", "HK VP70M"),
        ("HK 69", "H & K 69A1"),
        ("hk caws", "Olin - Heckler & Koch CAWS"),
        ("AKM", "AKM 47"),
        ("AK-47", "AKM 47"),
        ("ak47", "AKM 47"),
        ("kalashnikov 74", "AK 74"),
        ("AK74", "AK 74"),
        ("colt .45", "M1911A1"),
        ("Beretta 92F", "M92F"),
        ("beretta m70", "Beretta M70-78"),
        ("s&w", "S&W M469"),
        ("MAC10 9mm", "Ingram MAC 10 (9mm Parabellum)"),
        ("ingram mac-10 45", "Ingram MAC 10 (45 ACP)"),
        ("m249", "M249 Minimi"),
        ("saw", "M249 Minimi"),
        ("spas12", "Franchi SPAS 12"),
        ("m 870", "Remington M870"),
        ("rpg7", "RPG 7V"),
        ("M67", "M 67"),
        ("M26A2 USA", "M 26 A2 (USA)"),
        ("m26 a2 (israel)", "M26 A2 (Israel)"),
        ("TNT 10 lb", "10 lb TNT"),
        ("L1A1", "L1A1"),
        ("l1a1 f1", "L1A1 - F1"),
        ("Dragunov", "Dragunov SVD"),
        ("famas", "FA MAS"),
    ],
)
def test_found_by_any_reasonable_spelling(spelled: str, name: str) -> None:
    assert called(spelled, WEAPONS).title == name


@pytest.mark.parametrize(
    ("spelled", "names"),
    [
        ("mac10", {"Ingram MAC 10 (9mm Parabellum)", "Ingram MAC 10 (45 ACP)"}),
        ("m26a2", {"M26 A2 (Israel)", "M 26 A2 (USA)"}),
        ("tnt", {"2 lb TNT", "10 lb TNT"}),
        (
            "beretta",
            {"M1951", "M93R", "M951R", "M92F", "Beretta M70-78", "Beretta BM 59", "Beretta M12S", "Beretta SC 70"},
        ),
    ],
)
def test_several_are_named(spelled: str, names: set[str]) -> None:
    with pytest.raises(Ambiguous) as caught:
        called(spelled, WEAPONS)
    assert set(caught.value.nearest) == names


@pytest.mark.parametrize(("spelled", "near"), [("M16A3", "M16A1"), ("AK 48", "AK 74"), ("Uzzi", "Uzi")])
def test_the_nearest_is_named(spelled: str, near: str) -> None:
    with pytest.raises(UnknownName) as caught:
        called(spelled, WEAPONS)
    assert near in caught.value.nearest


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        *((spelled, "Heckler & Koch 53") for spelled in ("HK 53", "hk53", "H&K 53", "Heckler & Koch 53")),
        *(("M60", "M60"), ("m-60", "M60"), ("M 14", "M 14"), ("m14", "M 14"), ("XM177", "CAR 16"), ("car16", "CAR 16")),
        *(("PKM", "PKM"), ("m16a2", "M16A2"), ("PPK", "Walther PPK"), ("mp5k", "Heckler & Koch MP5K")),
        *(("M2 HB", "M2HB"), ("fn mag", "FN MAG"), ("bren", "Bren L4"), ("galil ar 5.56mm", "Galil AR (5.56mm NATO)")),
    ],
)
def test_the_weapons_of_the_lost_pages_are_found(spelled: str, name: str) -> None:
    assert called(spelled, WEAPONS).title == name
