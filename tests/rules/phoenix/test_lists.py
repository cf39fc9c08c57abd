"""Phoenix Command's lists that follow no formula, read once more: every cell, row by row, `_` a blank."""

from __future__ import annotations

import pytest

from tests.rules.phoenix.book import table

LISTS = {
    "equipment": "1 2 1 2.5 5 1.5 12 0.6 1 0.4 0.2 2.5 0.4 1",
    "armor": (
        "0 0 _ _ 5  4 1 _ _ 2  6 2 _ _ 2.6  9 3 _ _ 3.2  6 4 2.2 0.8 7.9  10 4 3.1 0.8 11.5  16 5 4 0.8 15  30 6 _ _ 24"
    ),
    "troops": (
        "0 3 _ _ 5 0  1 4 _ _ 5 5  2 4 _ _ 10 7  4 4 _ _ 20 10  5 6 _ _ 35 11  7 6 _ _ 56 13"
        "  4 3 16 30 20 10  5 4 16 30 35 11  7 4 16 30 56 13"
    ),
    "2b": "3 5 8  2 5 7  2 4 6  2 3 5  1 2 4  1 2 3  1 1 2  1 1 1",
    "2c": "0 3 6 -6 -10 -5 -4 0 8 6 2 -4 -14 12 9 13",
    "3c": "2 3 3  2 2 3  2 4 3  2 2 3  17 23 6  20 28 8  11 16 7  14 19 6  20 28 8",
    "8b": (
        "1p 1p 2p 4p 6p 11p  4p 15p 29p 47p 73p 4m  25p 3m 5m 9m 14m 25m  3m 11m 21m 23m 53m 96m"
        "  10m 33m 63m 2h 3h 5h  25m 85m 3h 4h 7h 12h  50m 3h 5h 9h 14h 25h  2h 6h 11h 19h 29h 53h"
        "  5h 17h 32h 53h 82h 6d"
    ),
    "actions_basic": "1 3 2 4 3 5 1 2 4  0 1 2 1 2 3 6  8 4 4 8 6 3 2 2 7",
    "actions_advanced": "1 3 2 4 1 2  0 1 2 1  2 3 4 4 2 7",
    "4b": "0 4 3 5 6 7 1 -6 -7 -4 -4 -3 -2 3 5 11 3",
    "4c": "0 -2 -4 -6 -12 -10 -6 -8 -6 -4 -8 -4 -8 -14",
    "4e": ("-4 -3 -3  0 2 2  7 14 1  6 11 3  2 2 2  8 14 1  7 11 2  6 8 1  1 0 5  -3 0 -3  5 8 3  4 8 0"),
    "4h": "-26 -18 -14 -12 -11 -10",
    "5b": "10 5 3 1 0.75 0.5 0.25 0.01 0",
    "5c": "1 2 3 4 5 6 8 10 12 14 16 19 21 25",
    "6c": "400 10 20 10 400 80 50 20",
    "7a": "1 3 4 5  0 1 2 3  1 2  1 2 3  2 12  1 2 4 10  5 1 2 3 2",
    "7b": (
        "2 1 1 1 1 1 2 1 2 1 1 2 3 2 3 6 6 6 6"  # with Kneeling to Standing, T26
        "  1 4 6 8 4 7 4 4 RT  1 4 3  3 3 2 2 1  2 2 2"
    ),
    "7b_equipment": "16 7  6 4  3 2  3 3  5 8  24 13  18 10  6 4  12 5  12 4  20 8  8 6  9 9  3 2  12 8",
    "7c": ("2 4 2 5 0.3 6  370 980  4 25 460  0.3 1 22  2 4 1 260  1  8 85 3200  18 20 30  1 4 17"),
    "7c_thin": (
        "1 4 9 16 24 64 170  0.5 1 3 6 8 22 58  0.4 1 3 5 7 18 181  6 16 42 75 110 300 780"
        "  11 30 79 140 210 550 1500  5 13 35 62 93 250 650  0.3 0.5 1 1 2 4 7"
    ),
    "7c_thick": (
        "450 680 930 1200 1800 3200 5600  20 27 34 40 54 80 120  24 32 41 48 65 96 140"
        "  900 1300 1800 2400 3600 6400 11000  11 15 19 23 30 45 68  1 2 2 2 3 5 7  11 15 18 22 29 44 66"
    ),
    "shotgun_multiple": "1 2 3  4 6 8  11 14 19  25 34 45  60 79 100",
    "scenario1": (
        "-11 -17 -15 -21 -16  -1 -7 -5 -11 -5  2 0 -2 -4 -2  4 2 0 -2 0  5 4 1 0 1"
        "  6 5 2 1 3  7 7 3 3 4  8 8 4 4 5  9 9 5 5 6  11 11 7 7 _"
    ),
    "scenario1_people": "5 11 6 35  2 7 4 10",
    "scenario2_people": "6 6 42  5 8 25  3 7 21",
    "scenario2": (
        "-10 -11 -11 -11 -6 -13 -8  0 0 0 -1 0 -3 -2  3 3 3 2 1 0 -1  5 4 5 4 2 2 0  6 6 6 5 3 3 1  7 7 8 6 4 4 2"
    ),
    "rifle_distance": "0 0 *  0 0 *  0 2 *  1 4 *  2 6 -  3 8 -  4 10 -",
    "police": "80 90 6 1 2 3 4",
    "tournament_costs": "58 1 6 3 3 1 2  6 4 3 2 1",
    "victory": "3 1 0 -3 -1 -2 4",
    "spotting_no_cover": "0 0 0 0 0 0 0 0 0  0 0 0 0 0 1 2 5 8  0 2 2 2 2 3 12 24 33",
    "spotting_town": "0 0 0 0 0 1 2 5 8  0 0 1 0 2 2 5 12 17  2 2 3 2 5 8 24 45 54",
    "spotting_hill": "0 0 1 0 2 2 5 12 17  0 2 2 2 2 3 12 24 33  2 5 8 5 12 17 45 68 137",
    "spotting_jungle": "1 2 3 2 3 5 17 33 45  2 3 5 3 8 12 33 54 68  8 17 24 17 33 45 137 275 275",
    "sound_magnitude": (
        "102 105 107 60  110 103 140 70 95 110 120  20 45 55 65 85  83 88 90 100 125  53 20 26 43 56 58 65 50 70"
    ),
    "sound_actions": "59 26  60 27  62 29  58 25  57 24  45 22  56 20  57 15  45 15  55 25",
    "sound_terrain": "0 3 8 11 12 13  0 8 14",
    "sound_range": "0 -6 -12 -16 -18 -22 -24 -27  -30 -33 -36 -39 -42 -45 -48 -51  -54 -57 -60 -66 -72 -76 -80 -90",
    "sound_intervening": "0 3 0  -2 -4 -10 -12 -18 -26  0 -1 -3 -6 -9",
    "sound_background": (
        "-10 -20 -35 -60  -20 -40 -70  -20 -45 -55 -65 -85  -43 -46 -51 -54 -56 -43 -51  -18 -20 -30 -35 -40 -50 -70"
    ),
    "sound_listener": "-20 -3 -1 0 2 6  -6 24 20",
    "sound_detection": "99 98 97 95 92  88 82 72 50 20  08 02 02 00 _",
    "defensive": "16 13 11 10 8 7 6  5 4 3 2 1 0 -1  -2 -3 -4 -5 -6 -7 -8",
    "initiative": "32 2  28 2  24 3  20 3  16 3  12 4  8 5  4 6  0 7",
    "critical_distance": "6 160  5 120  4 80  3 40  2 20  1 8  1 4  1 0",
    "master_phasing": "_ _ X _ _  _ X _ X _  X _ X _ X  X _ X X X  X X X X X",
    "knock_down": "2 11 2 3  3 14 3 4  4 17 4 5  10 19 16 6",
    "explosive_knock_down": "50 270 520 770  66 350 700 1020  82 440 860 1260  90 480 950 1390",
    "incapacitation": (
        "00-00 01-02 03-05 06-09  00-02 03-08 09-16 17-24  00-13 14-31 32-52 53-74"
        "  00-26 27-53 54-82 83-97  00-60 61-94 95-96 97-97"
    ),
}


@pytest.mark.parametrize(("id", "cells"), LISTS.items())
def test_every_cell_of_a_list(id: str, cells: str) -> None:
    assert [cell or "_" for line in table(id).printed for cell in line] == cells.split()


def test_words_that_stand_in_for_the_numbers() -> None:
    grades = ["Exceptional", "Excellent", "Good", "Above Average", "Average", "Below Average", "Poor", "Extremely Poor"]
    assert [cell for (cell,) in table("characteristics").printed] == grades
    care = ["First Aid", "Aid Station", "Field Hospital", "13", "14", "15", "16", "17", "18"]
    assert [cell for (cell,) in table("tech_levels").printed] == care
    wounds = (
        "Light Critical Critical Critical Superficial Disabling Superficial Disabling Superficial Disabling Superficial"
        " Weapon Superficial Heavy Critical Critical Critical Heavy Medium Superficial Superficial Disabling Disabling"
    )
    assert [cell.split()[0] for (cell,) in table("3a_wounds").printed] == wounds.split()
