"""Cues of the memory tools (see `keyhole.steps.cue`): the forms in which people ask for them and for nothing else.

Not phrasings but forms: a *lead* is made of words that ask, and of nothing else, around one that keeps ("I'd be glad if
you remembered", "one for your notes"); a break or "that" parts it from the *fact*, which may also come first.
"""

from __future__ import annotations

import re

_THIS = r"(?:this|that|it|these|the following)"
_YOUR = r"(?: (?:your|my|the))?"

# The words that keep. What is minded stays in view, what is penned goes to the archive.
_MIND = (
    r"(?:remember(?:ed|ing)?|memori[sz](?:e|ed|ing)|remind yourself|(?:hold|hang) on ?to"
    rf"|(?:keep|kept|bear|borne)(?:ing)?(?: {_THIS})? in mind"
    r"|(?:don'?t|do not|never)(?: (?:you|ever|let me|let us))* forget"
    rf"|(?:commit|add|put|save|store)(?:t?ed)?(?: {_THIS}| an? \w+)? (?:to|in|into){_YOUR}(?: long[- ]term)? memory)"
)
_PEN = (
    r"(?:note to self"
    r"|(?:make|made|take|save|keep|kept|add)(?: an?)?(?: (?:mental|quick|short|little))* (?:note|record)(?: of)?"
    rf"|(?:jot|write|written|note|put|take|taken)(?: {_THIS})? down|not(?:e|ed|ing)|sav(?:e|ed|ing)|stor(?:e|ed|ing)"
    r"|(?:record|log|archive)(?:ed|ing)?(?= (?:that|this|the fact|my|our)\b|:)|keep (?:track of|a record of|this|it)"
    rf"|(?:add|put|write)(?: {_THIS})? (?:to|in|into|on) (?:your|my|the) (?:notes?|list|records?)"
    r"|for (?:your|my|our|the) (?:notes|records?|files?)|for (?:future|later) reference|let the record show)"
)
_KNOW = (
    r"(?:fyi|for your information|for the record|i should mention|(?:a )?heads[- ]up"
    r"|so (?:that )?you(?:'re| are)? (?:know|aware)"
    r"|(?:you (?:should|must|may|might|ought to|need to|have to)|you to|let(?:ting)? you|let it)"
    r" (?:just )?(?:know|be (?:known|aware)))"
)
# The words around those: they ask, soften and point, and name no thing.
_ASKING = (
    r"(?:please|hey|hi|ok|okay|oh|well|also|and|so|then|just|quick(?:ly)?|always|kindly|btw|by the way|thanks|now|later"
    r"|can|could|will|would|should|may|might|must|be|is|are|let(?:'s)?|make|made|sure|try|do me|help|mind"
    r"|i|i'd|i'm|me|you|you'd|we|us|it|it's|it'd|this|that|here(?:'s)?|there's|one|something|things?|info(?:rmation)?"
    r"|an?|the|my|your|for|of|to|if|in|on|from now|future|going forward|the following"
    r"|want|wish|need|like|love|have|tell|ask|appreciate|hope|glad|grateful|happy|good|great|nice|useful|helpful"
    r"|important|worth|favou?r|small|little)"
)
_UP = rf"(?:{_ASKING}[,;:]? )*"
# "note this: ..." points, "note this song" names.
_AFTER_THIS = r"info|information|one|down|for|in|to|on|that|somewhere|safe|please|thanks|now|i|i'm|my|our|we"
_POINTER = (
    rf"(?:please|thanks|{_THIS}(?: one)?(?=[:;,.!?]| -|$| (?:{_AFTER_THIS})\b)|me|us|somewhere|safe|now"
    r"|info(?:rmation)?|something|one thing"
    r"|for (?:me|us|later|next time|good|(?:future |later )?reference)"
    r"|(?:in|to|on|for) (?:your|my) (?:notes?|memory|records?))"
)
_REST = rf"(?:,? {_POINTER}\b)*"
_BREAK = r"(?: ?[:;,.!?]+| -+| \u2014|)(?: (?:that|the fact that))? "
# Told of oneself, not asked for: "I'll always remember that day".
_TOLD_OF = (
    rf"(?:i|we)(?:'ll| will| can| could| would| must| might| do| did| always| still| also| never)* (?:{_MIND}|{_PEN})"
)

# No question, no request, and no word that only points.
_FACT = (
    r"(?!(?:when|what|how|where|who|whom|why|which|if|whether|me|it|this|that)\b[^,]*$"
    rf"|{_POINTER}(?: {_POINTER})*[.!? ]*$|(?:can|could|will|would|do|did|does|should) (?:you|i|we)\b)"
)
_OPENING = r"(?:(?:btw|by the way|oh|hey|so|well|also),? )*"
_CONTENT = rf"{_FACT}(?P<content>\S.*?)[.!? ]*"


def _lead(keeping: str) -> str:
    return rf"(?!{_TOLD_OF}\b){_UP}{keeping}\b{_REST}{_BREAK}{_CONTENT}"


def _tail(keeping: str) -> str:
    return rf"{_OPENING}{_FACT}(?P<content>\S.*?)(?: ?[,;.!?]+ | -+ | \u2014 | and | so ){_UP}{keeping}{_REST}[.!? ]*"


_MYSELF = (
    r"(?P<content>(?:my name(?:'s| is)|i(?:'m| am) called"
    r"|call me(?! (?:an?|the|back|at|on|in|when|if|later|tomorrow)\b)|i go by) [^?]+?)(?:,? by the way|,? btw)?[.! ]*"
)

# What one says of oneself is worth keeping where it lasts: who one is, has, likes, where one lives; not "I am tired",
# not a complaint ("I hate converting units"), not the beginning of a sum ("I have 3 apples and 2 pears").
_OFTEN = r"(?:(?:really|also|still|always|usually|often|now|only|just|currently|mostly|no longer|never) )*"
_VERB = (
    r"(?:live|work|study|prefer|enjoy|dislike|adore|own|drive|wear|speak|play|eat|drink|smoke|support|collect"
    r"|(?:was|were) born|grew up|come from|moved to|turned \d+|parked"
    r"|(?:like|love)(?! to (?:know|ask|hear)\b)|hate(?! \w+ing\b)"
    r"|(?:have|'ve got)(?! (?:to|been|had)\b| \d+ [^\d]*\d"
    r"| (?:\w+ ){0,3}(?:questions?|ideas?|problems?|requests?|issues?|doubts?|clue)\b))"
)
_AM = (
    r"(?:\d{1,3}\b|an? (?!bit\b|little\b|lot\b|tad\b)|from\b|born\b|called\b|allergic\b|vegan\b|vegetarian\b|married\b"
    r"|single\b|engaged\b|divorced\b|retired\b|pregnant\b|\w+[- ](?:handed|blind)\b|(?:afraid|scared) of\b)"
)
_OF_MINE = (
    r"(?:my|our) (?!(?:\w+ ){0,2}"
    r"(?:questions?|problem|point|guess|mistake|bad|request|idea|goal|answer|wish|issue|turn)\b)"
    r"[\w' -]{1,40}?(?:'s|\b(?:is|are|has|have|goes|comes|starts|ends|lives|works|moved|likes|loves|hates"
    r"|prefers|plays|studies|speaks|drives|eats|drinks|arrives|leaves"
    r"|isn't|aren't|(?:doesn't|does not|no longer) \w+)\b)"
)
_ASKS_FOR = (
    r"(?!.*(?:[?:<{]|\b(?:what|how|which|who|when|where|why|tell|show|give|find|help|please|you know"
    r"|(?:can|could|will|would) you|"
    r"(?:i|we) (?:need|want))\b))"
)
_POINTS = r"(?! (?:it|that|this|these|those|them|you|your)\b)"
_STATED = (
    rf"(?:(?:i|we) (?:{_OFTEN}(?:(?:do|did)(?:n't| not) |can(?:'t|not| not) (?=eat|drink|drive|have|wear))?"
    rf"{_OFTEN}{_VERB}\b{_POINTS}|(?:am|are) {_OFTEN}(?:not )?{_OFTEN}{_AM})|(?:i've|we've) got\b{_POINTS}"
    rf"|(?:i'm|we're) {_OFTEN}(?:not )?{_OFTEN}{_AM}|{_OF_MINE}).*?"
)
_CHANGES = r".*\b(?:now|no longer|any ?more|these days|from now on|instead|moved|turned)\b"
REMEMBER = (
    _lead(_MIND), _tail(_MIND), _tail(_PEN), _UP + _MYSELF, rf"(?!.*\?){_lead(_KNOW)}",
    rf"(?!{_CHANGES}){_ASKS_FOR}{_OPENING}(?P<content>{_STATED})[.! ]*",
)  # fmt: skip
NOTE = (_lead(_PEN),)

# "Actually, I moved to Ghent": something is taken back, and what follows states a fact rather than a wish.
_TAKEN_BACK = (
    r"(?:(?:oh|no|hey|ah|well|wait|sorry|oops|and|but|so)[,.!]* )*"
    r"(?:actually|no(?=[,.!])|correction|update|edit|scratch that|strike that|no,? wait|my (?:mistake|bad)"
    r"|i (?:meant|misspoke|was wrong)|that(?:'s| is| was)? (?:wrong|not right|changed|no longer (?:true|right))"
    r"|(?:things|that|it)(?: has|'s| have)? changed)[,;:.! ]* (?:- )?(?:that )?"
)
_WISH = (
    r"(?:just |really |also )*(?:want|need|wish|would|could|can|should|will|must|'?d\b|'ll"
    r"|looking|trying|wondering|asking|hoping|going to|like to|meant|mean|think|thought|guess|have to"
    r"|have (?:an?|another|one) \w*question|don'?t (?:know|think|understand|see|care|need|want|mind)"
    r"|did|do\b|see\b|saw\b|know|agree|changed my mind|not sure|sure|fine|sorry|kidding|joking)"
)
_STATES = (
    rf"(?:call me (?!back\b|at\b|in\b|when\b|if\b|later\b)\w+|(?:i|we)(?:'m|'re|'ve| am| are| have)? (?!{_WISH})\w+"
    r"|(?:my|our) [\w' -]{1,40}?(?:'s|\b(?:is|are|was|were|has|have|goes|comes|starts|ends|lives|works|moved|left"
    r"|likes|hates|prefers|arrives|leaves|changed)\b))"
)
_OF_OTHERS = (
    r"(?:the [\w' -]{1,40}?|(?!(?:it|that|this|there|here|what|who|they|he|she|you|i|we)\b)[\w-]+(?:'s [\w-]+)?)"
    r" (?:is|are|was|were|has|have|goes|comes|starts|ends|lives|works|moved|left|likes|hates|prefers|arrives|leaves"
    r"|plays|opens|closes|costs|speaks|eats|drinks|owes)\b"
)
_NOT = r"(?:(?:,|,? and|(?<! am)(?<! is)(?<! are)(?<! do)(?<! does)(?<! did)(?<!'m)(?<!'s)(?<!'re)) not [^,.!?]+)?"
_CORRECTED = rf"{_TAKEN_BACK}(?P<new_content>(?:{_STATES}|{_OF_OTHERS})[^?]*?){_NOT}[.! ]*"
_CHANGED = rf"(?={_CHANGES}){_ASKS_FOR}{_OPENING}(?P<new_content>{_STATED})[.! ]*"
_REPLACED = (
    rf"{_UP}(?:replace|change|correct) (?P<old_content>(?!(?:the|an?|this|that|it|all|your|over|of|colou?rs?)\b)"
    r".{1,80}?) (?:with|by|to|into) (?P<new_content>[^?]+?)[.! ]*"
)

_YOU_HAVE = r"(?: (?:that )?(?:you (?:know|have|remember|stored|saved|kept)|i (?:told you|said)))"
_KNOWN = (
    rf"(?:(?:everything|anything|all|what(?:ever)?)(?:{_YOU_HAVE}(?: (?:about|on|of))?| about) "
    rf"|(?:the (?:bit|part|note|memory|line|fact|entry|thing|info(?:rmation)?)|(?:my|your) (?:notes?|memory))"
    rf"{_YOU_HAVE}?(?: (?:about|on|that|of|saying))+ )"
)
_FROM = rf"(?: (?:from|in){_YOUR} (?:memory|memories|notes?|records?|mind))"
_OLD = r"(?P<old_content>(?!(?:it|that|this|them|about it)[.!? ]*$|(?:to|how|where|when|why)\b|what (?!you|i\b)).+?)"
_GONE = r"(?:,? (?:please|for me|now|again))*[.!? ]*"
_DROP = r"(?:(?:delete|remove|erase|wipe|clear|drop|discard|strike|purge|take)(?: out)?|get rid of)"
_FORGET = (
    rf"(?!(?:i|we) (?:always |often |keep )*forget){_UP}(?:forget|stop remembering|no longer remember)"
    rf"(?: about| that| the fact that)* {_KNOWN}?{_OLD}{_GONE}"
)
_DROPPED = rf"{_UP}{_DROP} {_KNOWN}{_OLD}{_FROM}?{_GONE}"
_DROPPED_FROM = rf"{_UP}{_DROP} {_OLD}{_FROM}{_GONE}"
CORRECT = (_CORRECTED, _CHANGED, _REPLACED, _DROPPED, _DROPPED_FROM, _FORGET)

_SAID = (
    r"(?:what|when|did|have) (?:did |have )?(?:we|i|you) (?:ever )?"
    r"(?:say|said|talk|talked|discuss|discussed|mention|mentioned)\b"
)
_OURS = r"\b(?:i|me|my|mine|we|our|us|i'm|i've)\b"
_ASKED = (
    rf"(?!{_SAID}|do me\b)(?P<query>"
    r"(?:(?:what|which|where|when|who|whom|whose|how|do|did|does|am|is|are|was|were|have|has|"
    r"(?:in|at|on|for|from|to|with) (?:what|which|whom)|(?:please )?(?:(?:can|could) you )?(?:tell|remind) me)"
    rf"(?:'?s|'?re)?\b.*{_OURS}"
    r"|(?:what|where|when|who)(?:'?s| is| are| was| were| does| do| did) the\b).*)"
)
_UNSURE = (
    r"(?P<query>(?:(?:do|did|would|can|could) you (?:still |happen to )*(?:have|remember|recall)|any idea"
    r"|any chance you know|i (?:forgot|forget|can'?t (?:remember|recall)|don'?t (?:remember|recall)))\b"
    rf".*(?:{_OURS}|\bthe\b).*)"
)
# All that there is, or all about one thing. A query that names nothing finds all.
_SHOW = r"(?:(?:please|can you|could you) )*(?:(?:show|list|tell|give|print|read|display)(?: (?:me|out|us))* )?"
_NOTES = r"(?:(?:core|stored|saved|kept|remembered) )?(?:memory|memories|notes?|facts|things)"
_HAVE_KEPT = r"(?:remember(?:ed)?|know|stored?|saved?|kept|keep|noted?|memori[sz]ed?)"
_YOU_KEEP = rf"(?:you (?:have )?{_HAVE_KEPT}|i (?:told you|(?:asked|told) you to {_HAVE_KEPT}))"
_DO_YOU_KEEP = (
    rf"(?:(?:do|did|have) you {_HAVE_KEPT}|(?:did|have) i (?:told?|tell|ask(?:ed)?) you(?: to {_HAVE_KEPT})?)"
)
_SO_FAR = r"(?: so far| (?:about|of|for) me| until now)*[?.! ]*"
_LISTED = (
    rf"{_SHOW}(?P<query>(?:(?:all|all of) )?(?:my|your)) {_NOTES}{_SO_FAR}",
    rf"{_SHOW}(?P<query>everything|all|what|(?:all )?the things)(?: that)? {_YOU_KEEP}{_SO_FAR}",
    rf"(?P<query>what)(?: else| all| things| notes| facts)? {_DO_YOU_KEEP}{_SO_FAR}",
    rf"(?:what(?:'s| is| do you have)|is anything) in (?P<query>your|my) {_NOTES}{_SO_FAR}",
    rf"(?:what {_DO_YOU_KEEP}|{_SHOW}(?:everything|all|what) {_YOU_KEEP}) (?:about|of|on) (?P<query>[^?]+?)[?.! ]*",
)
_LOOK = r"(?:look(?: up| for)?|search(?: for)?|find|check|see|get|pull up|fetch|read|recall|retrieve)"
_LOOKED_UP = rf"{_UP}{_LOOK} (?P<query>.+?){_FROM}[.!? ]*"
RECALL = (*_LISTED, _LOOKED_UP, _UNSURE)
QUESTIONS = (_ASKED,)
"""What a memory may answer, and any other tool as well: "what's the weather", "how many do we have"."""
SAID_BEFORE = (rf"(?P<query>{_SAID}.*)",)

QUESTION = re.compile(
    r"\W*(?:(?:and|so|ok|hey|please),? )*(?:what|which|where|when|who|whom|whose"
    r"|(?:what|where|when|who)s|how(?! (?:(?:do|can|should|would) (?:you|one|people)|to)\b)"
    r"|do|did|does|is|are|was|were|has|have|had|can|will"
    r"|tell me|(?:in|at|on|for|from|to|with) (?:what|which|whom))\b",
    re.IGNORECASE,
)
"""How a question begins that a memory may answer: not how a thing is done, nor why."""
