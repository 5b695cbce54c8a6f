"""How far a text reaches by what is wanted, and what is taken off it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.extents import all_sql
from keyhole.models.embedded.fill.values import value_of
from keyhole.models.embedded.prompt import Parameter, fill_view


def filled(query: str, said: str, description: str, name: str = "value") -> object:
    """The value that a stretch of a request stands for where a parameter is so described."""
    view = fill_view(query, "tool", "", [Parameter((name,), "str", description, True)])
    start = query.index(said)
    inside = [n for n, word in enumerate(view.words, 1) if start <= word.start < start + len(said)]
    return value_of(view, 0, [f"w{inside[0]}", f"w{inside[-1]}"], query)


@pytest.mark.parametrize(
    ("query", "sql"),
    [
        ("SELECT count(*) FROM users", "SELECT count(*) FROM users"),
        ("run SELECT 1 on prod", ""),
        ("SELECT 1; DELETE FROM t", ""),
        ("how many users are there", ""),
    ],
)
def test_a_request_may_be_a_statement_alone(query: str, sql: str) -> None:
    assert all_sql(Parameter(("sql",), "str", "SQL statement", True), query) == sql
    assert all_sql(Parameter(("text",), "str", "What to say", True), query) == ""


@pytest.mark.parametrize(
    ("query", "said", "description", "value"),
    [
        ("which bits look like [A-Z][a-z]+ here", "A-Z", "Regular expression", "[A-Z][a-z]+"),
        (r"first hits of \w+@\w+ in it", "w", "Regular expression", r"\w+@\w+"),
        ("show everything matching otp:5??", "otp", "Glob pattern", "otp:5??"),
        ("is ERR_QUOTA used? look", "ERR_QUOTA", "Pattern to look for", "ERR_QUOTA"),
        ("lockers around 3512 JE, XL", "3512", "Postcode", "3512 JE"),
        ("letters to SW1A 1AA", "1AA", "Postal code", "SW1A 1AA"),
        ("a D+ for Ida", "D", "Mark", "D+"),
        ("he got an A- there", "A", "Mark", "A-"),
        ("courses on C#, two hours", "C", "Language", "C#"),
        ("blood of type AB+ please", "AB", "Blood type", "AB+"),
        ("The Plague as well", "Plague", "Title of the book", "The Plague"),
        ("The Smith order", "Smith", "Name of the customer", "Smith"),
        ("the Plague as well", "Plague", "Title of the book", "Plague"),
        ("what's in /srv/shop/.env.example now", "/srv/shop", "Path of the file", "/srv/shop/.env.example"),
        ("error in lib/util.py:30:4 again", "lib/util", "Path of the file", "lib/util.py"),
        ("run git log --oneline -n 20 please", "git log", "Shell command", "git log --oneline -n 20"),
        ("is A - as ever - late", "A", "Line", "A"),
        ("gate C-12 is shut", "C", "Gate", "C-12"),
        ("bill them 20 norwegian crowns", "norwegian", "ISO 4217 currency code", "NOK"),
        ("the 97201-1234 one", "97201", "ZIP code", "97201-1234"),
        ("it has 3512 XL shirts", "3512", "How many", "3512"),
        ("the hat (navy, of wool) is gone", "hat (navy", "What was lost", "hat (navy, of wool)"),
        ('put in plz:\n"Parents\' evening, 6.30pm"', "plz:\n\"Parents' evening", "Title", "Parents' evening"),
        ("where's 1Z 999 AA1 01 2345 6784? it's late", "AA1", "Tracking number, no spaces.", "1Z999AA10123456784"),
        ("Is BA 117 late?", "BA", "Airline code and number without a space", "BA117"),
        ("PZ 114 brought 640 kg", "PZ", "Registration of the boat", "PZ 114"),
        ("1.2k USD 1975", "USD", "The currency", "USD"),
        ("Peat, by L. M. Farrow.", "L", "Author", "L. M. Farrow"),
        ("within 2 km of 14 Rue Cler?", "Rue Cler", "Address or place", "14 Rue Cler"),
        ("I'm outside 410 W 24th St", "410 W", "Pickup address", "410 W 24th St"),
        ("a class in Summer 2025", "2025", "Season and year", "Summer 2025"),
        ("run SELECT a FROM b WHERE c > 'd'; on prod", "d", "The SQL text", "SELECT a FROM b WHERE c > 'd'"),
        ("tidy this: select a from b where c = 1", "tidy", "The SQL text", "select a from b where c = 1"),
        ("get me: SELECT * FROM t ORDER BY d", "FROM t ORDER BY d", "sql", "SELECT * FROM t ORDER BY d"),
        ("try select a from t where b = 2. Fire it off.", "a", "sql", "select a from t where b = 2"),
        ("what gives `select a from t where b = 2`? cap it", "select", "sql", "select a from t where b = 2"),
        ("run update t set a = 'x' where b = 2 on the billing db", "x", "sql", "update t set a = 'x' where b = 2"),
        (r"is C:\Users\jo\bill-88.pdf mine", "bill-88", "Path of the file", r"C:\Users\jo\bill-88.pdf"),
        ("click #accept-all", "accept-all", "CSS selector", "#accept-all"),
        ("run document.all('a:not([b])').length", "document.all", "Code", "document.all('a:not([b])').length"),
        (
            "click `div.row:nth-child(3) .name` there",
            "div.row:nth-child(3) .name",
            "Which",
            "div.row:nth-child(3) .name",
        ),
        ("who won the 2009 Tour of California?", "California", "Race", "Tour of California"),
        ("is he Jens Oehler of Voltwerk", "Voltwerk", "Name", "Voltwerk"),
        ("who was CFO of Nokia", "Nokia", "Name", "Nokia"),
        ("a hotel near the Gulf of Naples", "Naples", "City", "Naples"),
        ("Lottie's down to 3400 grams", "Lottie", "Which cat", "Lottie"),
        ("Nadia's got ALR-5530", "Nadia", "Who", "Nadia"),
        ("yoghurt's in the fridge", "yoghurt", "Item", "yoghurt"),
        ("how did Iceland's 2017 vote go", "Iceland", "Country", "Iceland"),
        ("book Luigi's at 8", "Luigi", "Restaurant", "Luigi's"),
        ("Domino's in Leeds, is it open", "Domino", "Shop", "Domino's"),
        ("slope of x^4 - 5*x with respect to x", "x^4", "Expression", "x^4 - 5*x"),
        ("from IBAN NL91ABNA0417164300 on", "NL91ABNA0417164300", "The account, no spaces", "IBANNL91ABNA0417164300"),
        ('submit {"a": {"b": 1}} at once', "1", "JSON to send", '{"a": {"b": 1}}'),
        ("the banner on top of #support should", "support", "Channel name without #", "support"),
        ("post it in #general", "general", "Channel name with leading #", "#general"),
        ("mute @footie_fred", "footie_fred", "Without @", "footie_fred"),
        ("papers of Prof. Dr. Ana Ray", "Prof. Dr. Ana Ray", "Author, without academic titles", "Ana Ray"),
        ("with Captain Luis Reyes", "Captain Luis Reyes", "The captain, without rank", "Luis Reyes"),
        ("when can Dr. Szabo see me", "Dr. Szabo", "Family name, without title", "Szabo"),
        ("the British pound in rupees", "pound", "ISO code of the base currency", "GBP"),
        ("350 Australian dollars", "dollars", "ISO 4217 currency code", "AUD"),
        ("born on August 30, 1948", "August 30", "YYYY-MM-DD", "1948-08-30"),
        ("on the first of November 2024", "November 2024", "YYYY-MM-DD", "2024-11-01"),
        ("from 7 to 9 March 2025", "7", "YYYY-MM-DD", "2025-03-07"),
        ("what's the price of Apple?", "Apple", "The ticker symbol", "AAPL"),
        ("weather in Boise Idaho", "Boise Idaho", "City and state, e.g. 'Denver, CO'", "Boise, ID"),
        ("how big is Brazil", "Brazil", "ISO 3166 two-letter code", "BR"),
        ("a German passport", "German", "Two-letter country code", "DE"),
        ("air in 94110, USA", "USA", "Two-letter ISO country code", "US"),
    ],
)
def test_a_text_is_taken_as_it_is_wanted(query: str, said: str, description: str, value: str) -> None:
    assert filled(query, said, description) == value


def test_a_family_name_has_no_title() -> None:
    assert filled("Mrs Haverkamp is new", "Mrs Haverkamp", "", "new_last_name") == "Haverkamp"
    assert filled("Mrs Haverkamp is new", "Mrs Haverkamp", "", "driver") == "Mrs Haverkamp"


@pytest.mark.parametrize(
    ("name", "query", "said", "value"),
    [
        ("start", "Fishbowl, 16:15-17:00", "16:15-17:00", "16:15"),
        ("end", "Fishbowl, 16:15-17:00", "16:15-17:00", "17:00"),
        ("start", "Birch, 9 to 11:30", "9", "09:00"),
        ("until", "make it till 9 tonight", "9", "21:00"),
        ("end", "from 2 pm to 3.20 pm", "3.20 pm", "15:20"),
    ],
)
def test_the_ends_of_a_span_of_time_are_times_of_day(name: str, query: str, said: str, value: str) -> None:
    assert filled(query, said, "HH:MM, 24h", name) == value


@pytest.mark.parametrize(
    ("name", "query", "said", "value"),
    [
        ("until", "good till 31 January, ten percent", "31", "31 January"),
        ("first_day", "from 12 Jan 2026 till 15 Jan 2026", "12", "12 Jan 2026"),
        ("last_day", "from 12 Jan 2026 till 15 Jan 2026", "15", "15 Jan 2026"),
        ("birthday", "born on the 4th of May.", "4th", "4th of May"),
        ("date", "at closing March 11, 2022", "March", "March 11, 2022"),
        ("month", "what happened on March 11, 2022", "March", "March"),
        ("seat", "seat 12 for us", "12", "12"),
        ("number", "number 12 May street", "12", "12"),
        ("when", "six of us on 24 May at 8, Luca", "24", "24 May at 8"),
        ("start", "on 5 March at 2 pm for six hours", "5", "5 March at 2 pm"),
        ("start", "on 5 March at 12 Rue Cler", "5", "5 March"),
        ("date", "on 5 March at 2 pm for six hours", "5", "5 March"),
        ("start_date", "on 5 March at 2 pm for six hours", "5", "5 March"),
        ("start", "on 5 March at noon", "5", "5 March at noon"),
        ("room", "room 12 May 3", "12", "12"),
    ],
)
def test_a_date_is_taken_whole_where_no_form_is_wanted(name: str, query: str, said: str, value: str) -> None:
    assert filled(query, said, "", name) == value


@given(st.text(alphabet="aA1 {}.,:#@-", min_size=1, max_size=60), st.data())
def test_any_span_of_any_request_is_a_text_of_it(query: str, data: st.DataObject) -> None:
    view = fill_view(query, "tool", "", [Parameter(("value",), "str", "JSON, SQL or an address, no spaces", True)])
    if view.words:
        first = data.draw(st.integers(1, len(view.words)))
        last = data.draw(st.integers(first, len(view.words)))
        value = value_of(view, 0, [f"w{first}", f"w{last}"], query)
        assert value is None or "".join(value.split()) in "".join(query.split())


@pytest.mark.parametrize(
    ("query", "said", "description", "value"),
    [
        ("run ls -la /srv every hour", "ls", "Shell command", "ls -la /srv"),
        ("run /usr/bin/clean --force=yes as bob", "usr/bin/clean", "Shell command", "/usr/bin/clean --force=yes"),
        ("run tidy -all now", "all now", "Shell command", "tidy -all now"),
        ("run backup - no output", "backup", "Shell command", "backup"),
        ("move ~/in/report 7.pdf there", "~/in/report", "Path", "~/in/report 7.pdf"),
        ("move ~/in to 7.pdf", "~/in", "Path", "~/in"),
        ("the car 4KL 99Z", "KL 99Z", "Licence plate", "4KL 99Z"),
        ("get v2.4.1 of it", "v2.4.1", "semver, e.g. 1.0.0", "2.4.1"),
        ("get v2.4.1 of it", "v2.4.1", "e.g. v1.0.0", "v2.4.1"),
        ("to Oslo (OSL) please", "Oslo", "IATA code", "OSL"),
        ("to Oslo (OSL) please", "Oslo", "Town", "Oslo"),
    ],
)
def test_commands_paths_and_codes_are_whole(query: str, said: str, description: str, value: str) -> None:
    assert filled(query, said, description) == value
