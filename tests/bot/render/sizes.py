"""Discord's limits, as its documentation gives them, counted as strictly as anybody might."""

from __future__ import annotations

from bot.chat.render import Reply


def units(text: str | None) -> int:
    return len((text or "").encode("utf-16-le")) // 2


def check_sizes(reply: Reply) -> None:
    assert reply.content.strip() or reply.embeds or reply.files
    assert units(reply.content) <= 2000
    assert len(reply.embeds) <= 10
    whole = 0
    for embed in reply.embeds:
        assert units(embed.title) <= 256
        assert units(embed.description) <= 4096
        assert units(embed.footer.text) <= 2048
        assert len(embed.fields) <= 25
        parts = [embed.title, embed.description, embed.footer.text, embed.author.name]
        for field in embed.fields:
            assert 0 < units(field.name) <= 256
            assert 0 < units(field.value) <= 1024
            parts += [field.name, field.value]
        whole += sum(map(units, parts))
    assert whole <= 6000
    for name, data in reply.files:
        assert name and data
