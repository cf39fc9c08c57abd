from rules.engine.records.private_text import cut_private, outward, private, whole


def test_a_piece_for_the_own_side_is_left_out_for_others() -> None:
    text = f"Trent fires a burst{private(' of 3')} from the M16."
    assert whole(text) == "Trent fires a burst of 3 from the M16."
    assert outward(text) == "Trent fires a burst from the M16."
    assert cut_private(text) == [("Trent fires a burst", None), (" of 3", ""), (" from the M16.", None)]


def test_others_may_read_something_else_in_its_place() -> None:
    text = f"Guard: {private('80 PD', 'hurt')}"
    assert (whole(text), outward(text)) == ("Guard: 80 PD", "Guard: hurt")
    assert cut_private(text) == [("Guard: ", None), ("80 PD", "hurt")]


def test_marks_are_not_nested_and_nothing_is_not_marked() -> None:
    assert whole(private(f"loads{private(' 5 rounds')}")) == "loads 5 rounds"
    assert private("") == ""
