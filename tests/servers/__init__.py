"""Strict model servers for tests: one module a provider, each refusing with 400 what the real one refuses.

Their rules are written from the providers' published ones, independently of `keyhole.transcript`, so that they are a
second opinion on its projections.
"""
