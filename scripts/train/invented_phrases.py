# ruff: noqa: E501  (rows of phrases are data: wrapping them would hide them)
"""How requests begin and end, and how the names and descriptions of tools do."""

from __future__ import annotations

STOPPERS = ["please", "thanks", "thank you", "asap", "if you can", "right now", "for me", "today please"]
OPENERS = ["please", "can you", "could you", "could you please", "i want to", "i need to", "i'd like to", "help me", "hey,", "can you please", "i would like you to", "let's", "would you", "ok", "hi,"]  # fmt: skip
CONTEXTS = ["I'm planning a trip.", "I am working on a project.", "I have a question.", "My friend asked me about this.", "We have guests coming.", "I'm a student.", "I just moved here.", "This is for my homework.", "I'm in a hurry.", "I am thinking about a change.", "I've got some free time."]  # fmt: skip
GET_HEADS = ["what is the {n}", "what's the {n}", "find the {n}", "find me {n}", "show me the {n}", "get the {n}", "i need the {n}", "look up the {n}", "tell me the {n}", "give me the {n}", "what are the {n}", "can you find {n}", "do you know the {n}", "i want to know the {n}", "retrieve the {n}", "search for {n}", "{n}", "i'm looking for {n}", "can i get the {n}", "get me {n}", "find {n}", "check the {n}", "could you tell me the {n}", "i'm curious about the {n}", "fetch {n}", "list the {n}", "any {n}", "how about {n}"]  # fmt: skip
CALC_HEADS = ["calculate the {n}", "what is the {n}", "find the {n}", "compute the {n}", "what would be the {n}", "determine the {n}", "i need to calculate the {n}", "work out the {n}", "can you calculate the {n}", "how much is the {n}", "estimate the {n}", "what's the {n}", "help me find the {n}", "could you compute the {n}", "{n}", "evaluate the {n}", "tell me the {n}", "figure out the {n}"]  # fmt: skip
GLUE = ["given", "if we have", "with", "for", "when there is", "using", "having", "where there is", "if there is", ""]
NAME_VERBS = {
    "calc": ["calculate", "compute", "calc", "get", "find", "estimate", "evaluate", "determine"],
    "get": ["get", "find", "search", "fetch", "retrieve", "lookup", "list", "query", "show", "check", "read"],
}
LEADS = {
    "calc": [
        "Calculate the {n}.",
        "Calculates the {n}.",
        "Compute the {n} from given values.",
        "This function calculates {n}.",
        "Returns the {n}.",
        "Determine the {n}.",
    ],
    "get": [
        "Get the {n}.",
        "Retrieve {n}.",
        "Retrieves {n} for the given input.",
        "Find {n}.",
        "Look up {n}.",
        "Fetches the {n}.",
        "Returns {n}.",
        "Search for {n} by criteria.",
    ],
    "do": ["{n}.", "Allows the user to {n}.", "A tool to {n}.", "Use this to {n}."],
}
