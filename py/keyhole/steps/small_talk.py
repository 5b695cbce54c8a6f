"""Small talk: what is said to an assistant besides requests, and the reply to it, for a model that cannot write one.

A message is small talk only as a whole: "thanks" is, "thanks, and what is voltshot?" is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.model import ToolCard
from keyhole.steps.render import escaped, list_of_examples, sentence, spoken
from keyhole.steps.wants_done import kind_of_message

_LONGEST = 80
_LONGEST_DROP = 160
_MOST_TOOLS = 8


def _either(phrases: str) -> str:
    """One of the phrases, a line each."""
    return f"(?:{'|'.join(phrases.strip().splitlines())})"


_HELLO = _either(r"""
hi+
hello+
hey+
hiya
howdy
greetings
yo
good (?:morning|afternoon|evening|day)
(?:it'?s |this is )?(?:my )?first time here
i'?m (?:all |quite )?new (?:here|to this)
just (?:trying this out|looking around)
""")
_WHOM = r"(?:,? (?:there|all|you|again|everyone|friend|bot|keyhole))?"
_FIRST = r"(?:(?:hi|hey|hello|so|ok|and)[,.!]? )*"
_GOOD = _either(r"""
ok(?:ay)?|kk?|fine|alright|all right|right|sure
yes|yeah|yep|yup|no|nope
cool|nice|great|good|perfect|awesome|excellent|wow|amazing|brilliant|super|neat
got it|gotcha|i see|i understand|understood|interesting|makes sense
lol|lmf?ao+|rofl|(?:ha)+h?|hm+|oh|ah|aha
al(?:l ?)?right(?: then)?|ok(?:ay)? then|fine then
good to know|that helps|sounds good|very good|well done
(?:good|nice|great) (?:job|work|one|bot|answer)
(?:(?:that|this|it|all|everything) )?(?:looks|seems|sounds) (?:very |so |really )*(?:good|great|fine|perfect)(?: to me)?
(?:(?:that|this|it|all|everything) )?(?:looks|works|worked) (?:very |so |really )*(?:good|great|fine|right|nice|well)
(?:that|this|it|all|everything) works(?: now)?
(?:that'?s|that (?:is|was)|you'?re|you are|ur) (?:very |so |really |pretty |super )*(?:quick|fast|handy|sweet|kind|nice)
(?:that'?s|you'?re|you are|it'?s|this is) (?:very |so |really |pretty )*(?:cool|nice|great|good|perfect|awesome|amazing)
(?:that'?s|you'?re|you are|it'?s|this is) (?:very |so |really |pretty )*(?:right|correct|helpful|useful|funny)
(?:that'?s|you'?re|you are|it'?s|this is) (?:very |so |really |pretty )*(?:smart|clever|interesting)
""")
_DROPPED = r"(?:never ?mind|nvm|forget (?:about )?it|don'?t bother|leave it)"
_ABILITIES = r"(?:tools|commands|features|functions|skills|abilities|capabilities)"

_SAID: dict[str, str] = {
    "hello": rf"{_HELLO}{_WHOM}",
    "how": rf"(?:{_HELLO}{_WHOM}\W+)?(?:and |so )?"
    + _either(r"""
how(?:'s| is| are) (?:it going|you(?: doing)?|things|everything|life|your day)(?: going| today)*
how do you do
what'?s up
sup
are you (?:ok|okay|well|fine)
"""),
    "thanks": r"(?:(?:many|ok|okay|great|cool|perfect|nice|good|awesome|lovely|no|yes|and|oh|that'?s all|that helps?)"
    r"[,.!]* )*"
    r"(?:ta|thanks|thank ?(?:you|u)|thx|th?n[kx]s?|ty|tysm|tyvm|cheers|(?:much |really )?appreciated|"
    r"(?:i )?(?:really )?appreciate (?:it|that|this)|merci(?: beaucoup)?|(?:muchas )?gracias|"
    r"danke(?: ?sch(?:ö|oe)n)?|vielen dank|grazie(?: mille)?|"
    r"obrigad[oa]|bedankt|dank je(?: wel)?|tack|takk|kiitos|arigatou?|spasibo)(?:,? "
    + _either(r"""
a lot|so much|very much|again
any ?ways?|though|all the same|in any case
you|man|mate|bro|dude|buddy|keyhole
bye
(?:that|this|it) (?:really |was |is )*(?:help(?:ed|s|ful)|useful)(?: a lot| me)?
you'?re (?:the best|a star|awesome|great)|you rock
for (?:that|this|your help|the help|everything)
(?:and )?have a (?:nice|good|great) \w+
""")
    + ")*",
    "bye": r"(?:(?:ok|okay|well|thanks|alright)[,.!]* )*"
    + _either(r"""
(?:good ?)?bye+(?:[- ]bye)?|good ?night|farewell|ciao|cya
see (?:you|ya|u)|later|take care
until (?:next time|later|tomorrow)
have a (?:nice|good|great) \w+
that'?s (?:all|it)|that (?:is|was|will be) all|i'?m done
(?:nah|no|nope),? i'?m (?:good|fine|ok(?:ay)?)
i (?:have to|must|gotta) go|gotta go
""")
    + r"(?:,? (?:now|later|soon|tomorrow|around|then|for (?:now|today)|keyhole|everyone))*",
    "good": rf"{_GOOD}(?:[,.! ]+{_GOOD})*",
    "nothing": r"(?:(?:oh|ah|ok(?:ay)?|no|so|well|then|alright|actually|sorry|hm+)[,.]? )*"
    rf"(?:{_DROPPED}|(?:i'?m )?(?:so )?sorry(?: about that)?|my bad|oops|nothing)"
    r"(?:,? (?:then|that|now|please|thanks|thank you))*",
    "who": _FIRST
    + _either(r"""
(?:who|what) (?:exactly )?(?:are you|is this)
what(?:'s| is) (?:your name|keyhole)
what are you (?:called|made of)
who (?:made|built|created|wrote|trained) you
are you (?:an? |real |really )*(?:ai|bot|robot|chatbot|human(?: being)?|person|machine|real|alive)
are you (?:an? )?(?:model|llm|chatgpt|gpt)
(?:what|which) (?:ai|model|llm|language model) (?:are you|is this|do you use)
(?:tell me about|introduce|describe) yourself
are you there
"""),
    "able": _FIRST
    + _either(rf"""
what (?:else )?(?:can|do|could) (?:you|this)(?: page| app| thing)? (?:do|offer)(?: for me| here)?
what (?:all |else )?(?:can|do|could) you (?:look up|find|search(?: for)?|know|answer|tell me)(?: about)?
what (?:all |else )?(?:can|could) you help (?:me )?with
what (?:else )?(?:can|could|should) i (?:ask|do|say|try)(?: you| here| about| for| now)*
(?:i need |can you |could you |please )*help(?: me)?(?: please)?
how (?:does|do) (?:this|it|you) work
how (?:do|can|should) i use (?:this|it|you)
what {_ABILITIES}(?: do you have| are there| have you(?: got)?| can you use| can i use)?
(?:what are|list|show(?: me)?|name) (?:all )?(?:your|the|all|my) {_ABILITIES}
(?:show|tell) me what you (?:can )?do
what are you (?:able to do|capable of|good at|for)
(?:show me |give me |any |some )*examples
"""),
    "wrong": r"(?:(?:no|but|hey)[,.!]? )*"
    + _either(r"""
(?:that'?s|that (?:is|was)|this is|it'?s) (?:just |so |all |completely |totally )*(?:wrong|incorrect|false|nonsense)
(?:you'?re|you are) (?:just |so |all |completely |totally )*(?:wrong|incorrect|useless|stupid|dumb|bad|terrible)
(?:that'?s|that (?:is|was)|this is|it'?s) (?:just |so |really )*(?:useless|stupid|dumb|bad|terrible)
(?:that'?s|that (?:is|was)|this is|it'?s) not (?:right|correct|true|helpful|what i (?:asked|meant|wanted|said)(?: for)?)
wrong(?: answer)?
(?:you|u) suck
bad (?:bot|answer)
you (?:don'?t|do not) understand(?: me)?
"""),
}
_APART = re.compile(r"\s*[,.!?;:)]+\s*|\s+(?:and|but|-+)\s+", re.IGNORECASE)
"""Parts what is said in one breath: "cheers, that's all"."""
_TOGETHER = ("able", "who", "how", "bye", "nothing", "thanks", "good", "hello")
"""What may be said together, what is asked or ends the talk first."""
_TYPED = {
    **dict.fromkeys(("wat", "wht", "waht", "whta", "wot"), "what"),
    **dict.fromkeys(("hows", "how s"), "how's"),
    "u": "you", "r": "are", "ur": "your", "cn": "can", "thnks": "thanks", "thansk": "thanks", "tanks": "thanks",
}  # fmt: skip
_TYPED_WORD = re.compile(rf"\b(?:{'|'.join(_TYPED)})\b", re.IGNORECASE)
_PATTERNS = {kind: re.compile(rf"\W*(?:{said})\W*", re.IGNORECASE) for kind, said in _SAID.items()}
_THANKED = re.compile(r"\b(?:thanks|thank ?(?:you|u)|thx|cheers|merci|gracias|danke|grazie)\b", re.IGNORECASE)
_DROPS = re.compile(
    rf"\W*(?:(?:oh|ah|ach|ok(?:ay)?|no|nah|nope|hm+|well|then|actually|sorry|wait|you know what)\W+){{0,4}}({_DROPPED})"
    r"(?:,? (?:be|alone|then|now|for (?:now|today)|please|thanks))*"
    r"(?:\W*$|\s*[,.;:!\u2013-]+\s*|\s+(?=(?:i|we|he|she|they|you|it|there)\b)(?!it\b(?!['\u2019]s? \w+ing)))(.*)",
    re.IGNORECASE | re.DOTALL,
)
"""Drops what was spoken of, and tells why: "never mind, i'll walk"."""
_INSTEAD = re.compile(
    r"\W*(?:(?:(?:it|that|this)(?:['\u2019]s| is| was)|i (?:mean|meant)|make|use|try|take|only|just) |"
    r".{0,160}\binstead\b|\S+\W*$)",
    re.IGNORECASE,
)
"""What stands behind it then says what is meant: "never mind, it's Bob"."""
_REPLIES: dict[str, str] = {
    "hello": "Hello! Ask me for what my tools can do: for a chat I am too small a model.",
    "how": "All is well here, thank you. Ask me for what my tools can do: for a chat I am too small a model.",
    "thanks": "You are welcome.",
    "bye": "Goodbye! Come back whenever you like.",
    "good": "Good. Ask for the next thing whenever you like.",
    "nothing": "All right.",
    "who": "I am a very small language model that runs on your own machine. I choose one of my tools, fill it in and "
    "show what it finds; I do not write answers of my own.",
    "able": "I choose one of my tools, fill it in and show what it finds.",
    "wrong": "I am sorry. I am a very small model and do not always choose well: say it in other words, with the name "
    "of the thing you mean, or choose a larger model under **Model**.",
}


def kind_of(message: str) -> str | None:
    """What kind of small talk a message is, as a whole; None for any other."""
    text = " ".join(message.replace("\u2019", "'").split())
    if len(text) > _LONGEST:
        return None
    typed = _TYPED_WORD.sub(lambda word: _TYPED[word[0].lower()], text)
    return _whole(text) or _whole(typed) or _in_parts(typed)


def drops(message: str) -> str:
    """The words by which a message drops what it was asked, whatever reason it tells; the empty text where it does not,
    or goes on to say what is meant: "forget it, make it two"."""
    found = _DROPS.fullmatch(message) if len(message) <= _LONGEST_DROP else None
    if found is None or kind_of_message(found[2]) != "tell" or _INSTEAD.match(found[2]):
        return ""
    return found[1]


def _whole(text: str) -> str | None:
    return next((kind for kind, said in _PATTERNS.items() if said.fullmatch(text)), None)


def _in_parts(text: str) -> str | None:
    """The kind of a message of several: a question is answered first, then a farewell."""
    kinds = {_whole(part) for part in _APART.split(text) if part}
    if not kinds or not kinds <= set(_TOGETHER):
        return None
    return next(kind for kind in _TOGETHER if kind in kinds)


def reply(message: str, cards: Sequence[ToolCard], examples: Sequence[str]) -> str | None:
    """The reply to small talk, in Markdown; None where the message is something else.

    Who asks what can be done is told what each tool does.
    """
    kind = kind_of(message)
    if kind is None:
        return None
    thanked = kind == "bye" and _THANKED.search(message[:_LONGEST]) is not None
    parts = [f"{_REPLIES['thanks']} {_REPLIES[kind]}" if thanked else _REPLIES[kind]]
    if kind in ("who", "able"):
        parts += _abilities(cards)
    if kind in ("hello", "how", "who", "able") and examples:
        parts.append(f"You can ask, for example:\n\n{list_of_examples(examples)}")
    return "\n\n".join(parts)


def _abilities(cards: Sequence[ToolCard]) -> list[str]:
    if not cards:
        return ["There is no tool here yet: choose a toolbox, or add a tool."]
    lines = [f"- {sentence(escaped(card.description) or spoken(card.name))}" for card in cards[:_MOST_TOOLS]]
    if len(cards) > _MOST_TOOLS:
        lines.append(f"- and {len(cards) - _MOST_TOOLS} more")
    return [f"What I can do here:\n\n{chr(10).join(lines)}"]
