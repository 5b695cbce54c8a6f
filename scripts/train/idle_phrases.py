# ruff: noqa: E501  (rows of phrases are data: wrapping them would hide them)
"""What people say that no tool is for: to the program, about the world, about what they would like to do.

In braces stands what is put in: a concept (c), a deed (d), the name of a thing (x).
"""

from __future__ import annotations

SYSTEM = [
    "what can you do", "who are you", "how does this work", "help", "what tools do you have", "are you a robot",
    "what model are you", "how do i install this", "is my data private", "tell me about yourself", "hello", "hi there",
    "good morning", "thanks", "thank you very much", "ok cool", "never mind", "lol", "you are great", "stop", "bye",
    "explain {c}", "how do i farm {x}", "how do i get better at {c}", "what is the best way to {d}", "why is {c} so hard",
    "explain how {c} works", "write a poem about {c}", "write a story about {x}", "write a python program to {d}",
    "should i {d}", "what do you think about {c}", "give me tips for {c}", "how can i {d}", "how do i {d}",
    "what is the difference between {c} and {c}", "best build for {x}", "is {x} any good", "tell me a story", "sing a song",
    "who would win, {x} or {x}", "what should i do today", "how to {d}", "can you {d} for me", "recommend a strategy for {c}",
    "what does it mean to {d}", "i hate {c}", "i am bored", "i love {c}", "where can i learn about {c}", "debug this code",
    "how many people like {c}", "what happens when you {d}", "fastest way to farm {x}", "guide to {c}", "how do i beat {x}",
    "which class is best for {c}", "what are {c}", "how does {c} affect {c}", "when should i use {x}", "rank the {c}",
]  # fmt: skip
CONCEPTS = ["armor stats", "weapon mods", "power level", "the economy", "love", "politics", "crafting", "the meta", "machine learning", "photosynthesis", "time management", "football", "cooking", "damage types", "recoil", "the stock market", "inflation", "black holes", "gravity", "marketing", "discipline", "mobility", "resilience", "glimmer", "loadouts", "cooldowns", "grammar", "recursion", "chess openings", "history", "philosophy", "health", "dreams", "music theory", "climate change", "sleep", "diets", "matchmaking", "experience points"]  # fmt: skip
DEEDS = ["lose weight", "learn to code", "make friends", "write an essay", "cook rice", "fix my car", "play the guitar", "get rich", "level up fast", "sort a list in python", "tie a tie", "meditate", "grow tomatoes", "clean a keyboard", "build a website", "train a dog", "start a business", "solo the dungeon", "farm materials", "unlock a subclass", "save money", "become happy", "improve my aim", "write a resume", "play doom"]  # fmt: skip
