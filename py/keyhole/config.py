"""Every setting, in one model. Where they come from: a YAML file, the environment, the page's settings form."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class TurnSettings(BaseModel):
    """How a turn is carried out. Strategies and steps read these; what a step does not list it does not know."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True)

    max_steps: int = Field(default=5, ge=1, le=20, description="Most tools called in one turn.")
    max_repairs: int = Field(default=2, ge=0, le=5, description="Most repairs of one step's output.")
    shortlist_over: int = Field(default=16, ge=1, description="With more tools than this the router sees a shortlist.")
    shortlist_size: int = Field(default=8, ge=1, le=32, description="How many names a shortlist has.")
    router_descriptions: bool = Field(default=False, description="Show the router one line beside each name.")
    request_tokens: int = Field(default=1000, ge=50, description="Longest request shown to route and fill, in tokens.")
    history_tokens: int = Field(
        default=2000, ge=0, description="Most tokens of earlier turns that the answer step sees."
    )
    answer_tokens: int = Field(default=512, ge=16, description="Longest written answer, in tokens.")
    answer_temperature: float = Field(default=0.3, ge=0, le=2, description="Temperature of written answers.")
    clarify: bool = Field(default=True, description="Ask back when what to look up is missing.")
    think: bool = Field(default=False, description="Let a thinking model think before it answers.")
    tool_concurrency: int = Field(default=4, ge=1, le=64, description="Most tools running at once.")
