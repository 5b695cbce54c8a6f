"""Measuring: suites of labelled queries, metrics with intervals, runs that can be resumed, and their reports."""
