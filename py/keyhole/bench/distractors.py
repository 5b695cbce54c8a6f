"""Distractor tools: plausible neighbours that no query of a suite wants, to see what more tools cost.

Names are made of a field, a verb and a thing, so they read like the tools of real services; none of them touches what
the shipped toolboxes do. The same number and seed give the same tools.
"""

from __future__ import annotations

import random
from typing import Any

from keyhole.tools.tool import Tool

_VERBS = (
    "create", "update", "delete", "list", "archive", "export", "import", "approve", "reject", "assign",
    "schedule", "cancel", "renew", "publish", "review", "track", "merge", "restore", "audit", "notify",
)  # fmt: skip

_FIELDS = {
    "billing": "invoice refund subscription receipt payout coupon tax_form credit_note",
    "hr": "leave_request payslip job_opening candidate onboarding_plan timesheet appraisal badge",
    "warehouse": "shipment pallet stock_count supplier purchase_order barcode return_parcel dock",
    "clinic": "appointment prescription referral lab_report vaccination patient_file ward invoice",
    "school": "course enrolment exam grade_sheet classroom tuition_fee diploma substitute",
    "crm": "lead deal contact campaign newsletter quote account_plan support_ticket",
    "devops": "deployment cluster certificate secret pipeline rollback dns_record incident",
    "legal": "contract clause trademark court_filing nda power_of_attorney policy complaint",
    "property": "lease tenant viewing meter_reading repair_order deposit listing key_handover",
    "events": "venue speaker ticket_type sponsor catering_order seating_plan waitlist banner",
    "fleet": "vehicle fuel_card inspection driver_log toll_charge tyre_set route_sheet permit",
    "farm": "field_plot irrigation harvest_batch livestock_tag feed_order soil_sample silo tractor",
    "library": "loan hold catalogue_entry overdue_fine reading_room donation shelf membership",
    "media": "episode subtitle_file royalty press_release broadcast_slot playlist podcast trailer",
    "bank": "standing_order mortgage overdraft debit_card savings_pot wire_transfer loan_offer iban",
    "travel": "itinerary visa seat_upgrade lounge_pass car_rental baggage_claim tour hotel_block",
    "energy": "tariff solar_array outage smart_meter grid_feed battery_bank heat_pump inspection",
    "sport": "fixture league_table transfer training_camp referee season_pass injury stadium",
    "kitchen": "recipe_card menu table_booking allergen_sheet supplier_order shift oven tip_pool",
    "museum": "exhibit loan_agreement guided_tour restoration audio_guide donor archive_box ticket",
    "city": "parking_permit waste_pickup pothole street_light dog_licence noise_report market_stall poll",
    "lab": "sample centrifuge reagent protocol freezer_slot calibration grant dataset",
    "charity": "pledge volunteer fundraiser gift_aid shelter_bed food_parcel mentor legacy",
    "factory": "work_order mould assembly_line defect spare_part safety_drill batch_record robot_arm",
    "insurance": "claim premium policyholder adjuster quote coverage renewal broker",
    "port": "berth container pilotage customs_form crane manifest tugboat anchorage",
    "forest": "felling_permit trail ranger_shift fire_watch seedling_order nest_box timber_lot camp",
    "theatre": "rehearsal costume casting_call prop box_office lighting_plan understudy script",
    "church": "wedding choir hall_hire collection baptism bell_rota newsletter burial_plot",
    "airline": "boarding_pass crew_roster gate de_icing meal_order standby_list flight_plan hangar",
    "gym": "locker class_pass trainer membership_freeze towel_order sauna_slot waiver treadmill",
    "post": "parcel stamp_order mailbox redirection customs_label courier delivery_slot depot",
}  # fmt: skip

_PARAMETERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("reference", {"type": "string", "description": "Reference number as printed on the document."}),
    ("owner", {"type": "string", "description": "Full name of the person responsible."}),
    ("due", {"type": "string", "description": "Due date in ISO 8601 form."}),
    ("quantity", {"type": "integer", "description": "How many units are concerned."}),
    ("notes", {"type": "string", "description": "Free remarks kept with the record."}),
    ("priority", {"type": "string", "enum": ["low", "normal", "high"], "description": "How urgent it is."}),
    ("notify", {"type": "boolean", "description": "Whether to tell the people involved."}),
)


async def _not_wanted(arguments: dict[str, Any]) -> Any:
    return {"status": "done", "note": "A distractor tool ran; no query of this suite asks for it."}


def distractors(count: int, seed: int = 0) -> list[Tool]:
    """`count` different tools. Raises `ValueError` above what can be made (`limit()`)."""
    if count > limit():
        raise ValueError(f"at most {limit()} distractor tools can be made, not {count}")
    rng = random.Random(seed)
    names = [(verb, field, thing) for field, things in _FIELDS.items() for thing in things.split() for verb in _ALL]
    rng.shuffle(names)
    return [_tool(rng, *parts) for parts in names[:count]]


_ALL = (*_VERBS, *(f"bulk_{verb}" for verb in _VERBS))


def limit() -> int:
    """How many different tools can be made."""
    return len(_ALL) * sum(len(things.split()) for things in _FIELDS.values())


def _tool(rng: random.Random, verb: str, field: str, thing: str) -> Tool:
    chosen = rng.sample(_PARAMETERS, rng.randint(1, 4))
    action, what = verb.removeprefix("bulk_").capitalize(), thing.replace("_", " ")
    many = "many records at once of the kind" if verb.startswith("bulk_") else "one record of the kind"
    return Tool(
        name=f"{field}_{verb}_{thing}",
        description=f"{action} {many} {what!r} in the {field} system.",
        parameters={"type": "object", "properties": dict(chosen), "required": [chosen[0][0]]},
        run=_not_wanted,
    )
