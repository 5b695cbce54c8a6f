# ruff: noqa: E501 - rows of words are data; wrapping them would hide them
"""Other names of what a tool has people choose from: who says "by text" means "sms", and "she" means "female".

A line has the options, then what people say instead of them; it holds wherever such a choice is offered. Word vectors
cannot tell: to these "autumn" is nearest to "winter", "hot" to "cold" and "woman" hardly nearer to "female" than to
"male", for opposites stand among the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from keyhole.models.embedded.text import name_words, stem

_OTHERS = """
female, woman, women: woman, women, girl, girls, lady, ladies, she, her, herself, mrs, ms, daughter, sister, mother, mum, mom, wife, aunt, niece, grandmother, grandma, feminine
male, man, men: man, men, boy, boys, guy, guys, gentleman, he, him, his, himself, mr, son, brother, father, dad, husband, uncle, nephew, grandfather, grandpa, masculine, bloke, lad
adult: adults, grown-up, grown-ups
child, kid, kids, children: child, kid, kids, children, toddler, little one, little ones, my son, my daughter
infant, baby: baby, newborn, infant
senior: seniors, elderly, pensioner, pensioners, retired, over 65, gran, granny
student: students, undergraduate
graduate, postgraduate: grad, grad level, graduate level, master's
beginner, novice, easy: beginners, never done, never tried, new to, just starting, first time, novice, starting out, newbie, never stood, never held, for starters, starters, starter
intermediate, medium: some experience, been at it for
advanced, expert, hard: experts, experienced, a pro, seasoned
sedentary: desk job, sit all day, sitting all day, hardly move, never exercise, no exercise, couch
very active: train every day, athlete

now, immediate, immediately, instant, asap: immediately, at once, right away, right now, straight away, straightaway, asap, as soon as possible, without delay
sms, text, text message: text, texts, text message, texting
email, mail: mail, e-mail, emails, inbox
phone, call, voice, phone call: call, calls, ring, by phone, phone, telephone
push, push notification: notification, notifications
post, letter: by post, by letter

newest, latest, recent, most recent, date desc, newest first, latest first, created desc: newest, latest, most recent, freshest, recent first, newest first, last first
oldest, date asc, oldest first: oldest, earliest first, oldest first
price asc, cheapest, lowest price, price low, price low to high: cheapest, cheap first, lowest price, lowest prices, least expensive, low to high, cheapest first
price desc, highest price, price high, price high to low: most expensive, dearest, priciest, highest price, high to low
rating, top rated, best rated, rating desc, reviews: best rated, best reviewed, top rated, highest rated, highest rating, best reviews, best first
popularity, popular, most popular, trending: most popular, most loved, trending, bestsellers, best selling
distance, nearest, closest: nearest, closest, nearest first, closest first
relevance, best match: most relevant, best match, best matches
duration, fastest, quickest: fastest, quickest, shortest trip
name, title, alphabetical, name asc: alphabetical, alphabetically, alphabetic order, by name, a to z, a-z
asc, ascending: ascending, increasing, smallest first, lowest first, low to high, smallest to largest, lowest to highest, upwards
desc, descending: descending, decreasing, biggest first, largest first, highest first, high to low, largest to smallest, highest to lowest, downwards

metric: grams, gram, kilograms, kilos, kg, kilometres, kilometers, km, metres, meters, centimetres, cm, celsius, millilitres, ml, litres
imperial, us: pounds, lbs, lb, ounces, oz, feet, miles, inches, fahrenheit, cups, yards

once, one time, none: just once, only once, one time, one-off, just the once
hourly: every hour, each hour, hour by hour
daily, day, every day: every day, each day, every single day, day by day, day after day, every morning, every evening, every night, each morning, each evening, nightly, per day
weekdays, weekday: every weekday, working days, workdays, work days, monday to friday, monday through friday, mon-fri
weekends, weekend: saturdays and sundays, saturday and sunday
weekly, week: every week, each week, once a week, per week, every monday, every tuesday, every wednesday, every thursday, every friday, every saturday, every sunday
biweekly, fortnightly, every two weeks: every two weeks, every 2 weeks, every other week, every second week, fortnight, fortnightly
monthly, month: every month, each month, once a month, per month, month by month, a month
quarterly, quarter: every quarter, each quarter, every three months, every 3 months, four times a year
semiannual, semiannually, half yearly: twice a year, every six months, every 6 months, half a year
yearly, annual, annually, year: every year, each year, once a year, per year

low, minor, low priority: no rush, not urgent, no hurry, whenever, low priority, trivial, isn't important, isnt important, not important, whenever there's time
normal, medium, standard, regular: normally, ordinary, usual, regular, standard
high, high priority, important: important, top priority, high priority, urgent, urgently, asap
urgent, critical, emergency, highest: urgent, urgently, asap, emergency, right away, immediately, at once
low, gentle, light, weak: gently, lightly, softly, soft
high, strong, max, maximum, turbo, full: full power, full blast, strongest, as strong as, maximum, max, flat out, everything it has got, everything you have got, as hard as
quiet, silent, night, low noise: quiet, quietly, silent, silently, without waking, noiseless, hush, baby sleeps, baby is asleep, asleep next door
loud: noisy, loudly
small, mini: small, little, tiny, mini
medium: medium, mid-sized, medium-sized
large, big: large, big, huge
fast, quick, express, rapid: fast, quick, quickly, express, as fast as possible, in a hurry, asap, quickest
slow: slow, slowly, no hurry
short, brief: brief, briefly, in a nutshell, concise, keep it short
long, detailed, full: in detail, detailed, thorough, in depth, at length
mild: mild, a bit, slight, slightly
severe, bad: unbearable, terrible, awful, really bad
cheap, budget, economy, low cost: cheap, inexpensive, budget, low-cost, on a budget
expensive, luxury, premium: expensive, luxury, luxurious, posh, upmarket, fancy
hot: hot, boiling
cold: cold, chilled, freezing
warm: warm, cosy, toasty
formal: formal, polite, official
informal, casual, friendly: casual, relaxed, informal
minimum, min, lowest, smallest: minimum, min, lowest, smallest, least
maximum, max, highest, largest: maximum, max, highest, largest, biggest, greatest

done, completed, complete, finished, closed, resolved, fixed: done, finished, completed, closed, resolved, fixed, solved, taken care of
in progress, started, active, ongoing, doing: in progress, working on, underway, ongoing, started on
todo, to do, open, not started, pending, new: not started, still open, unresolved, outstanding, to do
cancelled, canceled: called off, cancelled, canceled, scrapped
finished, completed, past, played, final: already played, completed, finished, past
scheduled, upcoming, future, next: upcoming, coming up, still to come, to be played
live, now: live, right now
overdue, late: late, past due, overdue
available, in stock, free: in stock, still free, available
approve, approved, accept, accepted, grant, yes: fine by me, go ahead, ok with me, approve, accept, agreed, granted, okay
reject, rejected, decline, declined, deny, denied, refuse, no: turn down, turned down, reject, decline, deny, refuse, refused
won, win: won, win, wins, winning, signed, beat, beats, beating, beaten, victory, victories
lost, loss, lose: lost, lose, losing
active, enabled, on, enable: on, switched on, turned on, enable, activate
inactive, disabled, off, disable: off, switched off, turned off, disable, deactivate

arrival, arrive, arrive by, arrivals: arrive, arriving, arrival, be there by, get there by, must be in, need to be in, have to be in, landing
departure, depart, depart at, departures: depart, departing, leave, leaving, set off, setting off, start from
arrive, enter, arriving, entry: get to, come to, arrive, reach, as i enter, get home, come home
leave, exit, leaving, departure: leave, leaving, go out, exit
forward, next, future: next, forwards, into, from now on
backward, back, previous, past: previous, backwards, go back
up, increase, raise, louder, higher: louder, raise, increase, higher, turn up, upwards
down, decrease, lower, quieter: quieter, lower, decrease, reduce, turn down, downwards
in: fade-in
out: fade-out
left: left, leftmost
both, two way, two sided: both, either side, each side, both ways, both sides, centred, centered
one way, oneway, single: one way, one-way, no return, only there
round trip, return, roundtrip: return, round trip, and back, there and back
begin, beginning, start, due: at the start, at the beginning, beginning of, start of, in advance, up front
end, ordinary, arrears: at the end, in arrears, end of

car, driving, drive, auto: by car, car, cars, drive, driving, automobile, behind the wheel, by road
walking, walk, foot, on foot, pedestrian: on foot, walk, walking, by foot, pedestrian
bicycling, cycling, bicycle, bike, cycle: bike, bicycle, cycling, cycle, biking, by bike, pedal
transit, public transport, bus, public transit: bus, tram, subway, metro, underground, tube, public transport
train, rail: by rail, railway, train
flight, plane, air, flying: plane, fly, flying, flight
motorcycle, motorbike: motorbike, motorcycle
truck, lorry: lorry, truck
van: van, minibus
ambulance: medics, paramedics, ambulance, injured

card, credit card: card, credit card, visa, mastercard, plastic
cash: cash, notes, coins, banknotes
cheque, check: check, cheque
bank transfer, transfer, wire: wire, wired, bank transfer, transferred
buy, purchase, long: buy, purchase, buying, get me
sell, sale, short: sell, selling, dump, offload, unload, get rid of, part with
rent, rental, lease: rent, renting, to let, rented
buy, sale, for sale: buy, buying, for sale, purchase
gtc, good till cancelled: until i cancel, until cancelled, good till cancelled, till i cancel, till i say
day: today only, for today

public, everyone, anyone: everyone, anyone, everybody, anybody
private, only me, secret: only me, just me, nobody else, secret, myself only
viewer, read, view, reader, read only: read only, read-only, only look, just look, can look, view only, mustn't change anything, only be reading, only reading
editor, write, edit: edit, may change, can change, write access, able to write
commenter, comment: comment, comments, remarks, leave remarks
owner, admin, administrator, full: full access, full control, everything, full rights

damaged, damage, broken, breakage, defective, faulty: broken, broke, smashed, cracked, damaged, defective, faulty, in pieces
lost, missing: lost, missing, vanished, can't find, cannot find, mislaid, gone for ever
theft, stolen, robbery, burglary: stolen, stole, theft, nicked, thief, thieves, robbed, burgled, pinched, snatched, burglar, broke in, broken into
returned, return, customer return: brought back, sent back, returned, came back
expired: expired, out of date, past its date, run out
not received, never arrived, not delivered, missing delivery: never arrived, never came, did not arrive, didn't arrive, hasn't arrived
wrong item: wrong item, wrong one, not what i ordered
changed mind, no longer needed: changed my mind, no longer want, no longer need, don't want it, isn't for me, don't want it any more, just don't want it
duplicate: twice, double, charged twice
fraudulent, fraud: fraud, fraudulent, stolen card, scam, never bought, swindle, swindled
requested by customer: client asked, customer asked, customer wants, client wants, they asked for
water, flood, leak, water damage: flood, flooded, leak, leaking, burst pipe, soaked, hose burst
fire: burnt, burned, fire, smoke
collision, accident, crash: crash, crashed, collision, hit, bumped, accident
sick, illness, sick leave: ill, sick, flu, unwell, fever, migraine, vomiting, pneumonia
vacation, annual, holiday, annual leave: holiday, holidays, vacation, time off
unknown, other: nobody knows, no idea, unclear

breakfast: breakfast, morning meal
lunch: lunch, midday
dinner: dinner, supper, evening meal
snack: snack, nibble
morning, am: in the morning, at dawn, dawn, first thing, before noon
afternoon: in the afternoon, after lunch
evening, pm: in the evening, tonight, this evening
night, overnight, bedtime: at night, bedtime, overnight, going to bed
vegan: plant-based, plant based, no animal products, vegan, nothing from animals
vegetarian: veggie, no meat, meatless, meat free, without meat, doesn't eat meat, meatless
gluten free: gluten, coeliac, celiac, wheat, without wheat
dairy free, lactose free: lactose, no dairy, no milk, dairy
nut free: no nuts, nuts, peanuts
dessert, sweet: sweet, sweets, pudding, something sweet, desserts
frozen, freezer: frozen, freezer
produce, fruit vegetables, vegetables: vegetables, veg, fruit

mean, average, avg: mean, average
median: median, middle value, one in the middle
mode: most common, most frequent, occurs most often, most often
stdev, std, standard deviation: standard deviation, std dev
sum, total, add, addition: sum, total, altogether, all together, plus, add up
subtract, subtraction, difference: minus, take away, subtract
multiply, multiplication, product: times, multiply, multiplied
divide, division: divided, divide
above, over, greater, greater than, more, higher, gt: above, over, more than, exceeds, higher than, rises, climbs, goes up, tops
below, under, less, less than, fewer, lower, lt: below, under, less than, drops, falls, lower than, dips, goes down
at least, gte: at least, or more, no fewer than, no less than, minimum, or better
at most, lte: at most, or fewer, or less, no more than, go over, maximum
exactly, equal, eq: exactly, precisely, equals
population: how many people, inhabitants, people live
area, size: how big, how large
height: how tall, how high
weight, mass: how heavy, weigh, weighs
depth: how deep
length: how long
temperature, temp: how warm, how hot, how cold, degrees
precipitation, rain, rainfall: rain, raining, rainfall, wet, umbrella
wind, wind speed: wind, windy, gusts, breeze
currency: what money, pay with
language, languages: speak, spoken

series, all, recurring: all episodes, every episode, whole series, entire series, all of them
episode, single, this: this episode, just this one, only this one, one episode
all, entire, everything: all, everything, every, whole, entire, complete
comedy: funny, laugh, comedies
horror: scary, creepy
romance, romantic: romantic, love story, love stories
documentary: documentaries
animation, animated, kids: cartoon, cartoons, animated
sci fi, science fiction, scifi: sci-fi, spaceships, aliens
audiobook, audio: listen to, audio, read aloud, audiobook
ebook, kindle, digital: e-book, kindle, e-reader
movie, film: film, films, movies, flick
tv, show, series: show, shows, tv, telly
picture, image, photo: picture, image, photo, photograph, pictures, photos
soccer, football: football, soccer
swimming, swim: swim, swam, lengths, laps, pool, front crawl, breaststroke, backstroke
running, run: run, ran, jog, jogged, jogging
hiking, hike: hike, hiked, trek
strength, weights, strength training: weights, lifting, lifted
work, business, professional, colleague: on the job, at work, business, colleague, colleagues, boss, for work
love, romance, romantic: love, dating, boyfriend, girlfriend
friendship, friend, friends: friend, friends, mates
personal, leisure: leisure, for fun, private trip
full time, fulltime: full-time, full time
part time, parttime: part-time, part time, half days
remote, home: from home, home office, remotely, online
onsite, office, on site: in the office, on site, on-site
internship, intern: intern, internship
outdoor, outside, terrace, patio: outside, outdoors, open air, terrace, open sky
indoor, inside: inside, indoors
apartment, flat: flat, apartment
sofa: couch, settee

fall, autumn: autumn, fall
begin: start
end: finish
stop: halt
delete, remove, erase: delete, remove, erase, get rid of
sunny: sun, sunshine
single, unmarried: unmarried, not married, single
married, married joint, married filing jointly: married, jointly

atm: cash machine, cashpoint, withdraw, cash
pharmacy: chemist, medicine, drugstore, aspirin, prescription
gas station, fuel, petrol station: petrol, gas, fuel, fill up, diesel
ev charging, charging station, charger: charge my car, charger, charging, plug in
parking: park my car, car park, parking
supermarket, grocery, groceries: groceries, food shopping
restaurant: eat, restaurant, bite to eat
cafe, coffee: coffee, cappuccino, espresso
bar, pub: pub, beer, cocktails
hotel, lodging, accommodation: hotel, stay the night, sleep, room for the night
playground: swings, slides, swing, slide, sandpit
toilet, restroom, wc: loo, bathroom, toilets, restroom, pee
gym, fitness: work out, workout, gym
meals, food, dining, meal: dinner, lunch, breakfast, restaurant, ate, meal
transport, travel, transportation, taxi: taxi, cab, train ticket, flight, bus
office supplies, supplies, office: pens, paper, stationery, toner, ink

cardiology, cardiologist: heart, chest pain, palpitations
dermatology, dermatologist: skin, rash, mole, eczema, acne
orthopedics, orthopaedics, orthopedist: knee, hip, bone, bones, joint, shoulder
dental, dentist, dentistry: tooth, teeth, toothache, filling
ophthalmology, eye, optician: eye, eyes, eyesight, vision
ent: ear, ears, nose, throat, hearing
pediatrics, paediatrics, pediatrician: child, kid, baby, toddler, children
psychiatry, mental health, psychology: anxiety, depression, depressed, panic attacks
neurology, neurologist: migraine, migraines, headaches, seizures
gynecology, gynaecology, obstetrics: pregnant, pregnancy
oncology: cancer, tumour, tumor
plumber, plumbing: leak, leaking, pipe, pipes, tap, toilet, drain, sink
electrician, electrical: socket, sockets, wiring, fuse
locksmith: locked out, lost my key, lost my keys
paper: newspapers, newspaper, cardboard, magazines
organic, bio, compost, food: peel, food scraps, kitchen scraps, compost, food waste, leftovers
glass: bottles, jars

portrait, vertical: upright, vertical
landscape, horizontal: sideways, horizontal, wide
grayscale, greyscale, mono, black and white, bw: black and white, greyscale, grayscale, b&w
duplex, two sided, double sided: both sides, double-sided, two-sided
paved, asphalt, road: asphalt, paved, tarmac
supreme: highest court, supreme court
ancient, antiquity: ancient, antiquity
monarch, king, queen: throne, crown, reigned, king, queen
abdomen: belly, stomach, tummy
invoice, bill: bill, invoice
receipt: receipt, till slip

draw, drawn, tie: drew, drawn, draw, tie, tied, split the point, shared the point, half a point each, shook hands after
automatic: can't drive stick, cannot drive stick, drive stick, a clutch
dog, dogs: puppy, puppies, pup, hound, poodle, beagle, terrier, spaniel, collie, labrador, retriever, dachshund, great dane
cat, cats: kitten, kitty, kittens, tabby, tomcat
rabbit: bunny, bunnies
bird, birds: budgie, parrot, canary, cockatiel, cockatoo
reptile: gecko, snake, tortoise, iguana, lizard, python
rodent: hamster, guinea pig, gerbil
horse: mare, pony, stallion, foal
baby, puppy, young: puppy, kitten, pup
birthday: bday, born
address: live, lives, moved to
company, employer: works for, work for, she's with, he's with
phone: number
bathroom: shower, tub, bath
bedroom: bed
kitchen: where i cook
office: desk
bereavement: funeral, died, passed away
parental, maternity, paternity: new-dad leave, newborn, having a baby
better, improving: better, improving, improved
worse: worse, worsened, bigger, got worse
same, unchanged, stable: unchanged, no change, same as before
bottom: very end, lower edge, at the bottom
top, front: upper edge, very top, at the top
center, centre, middle: center, centre, in the middle
accepted, attending, yes, going: count me in, i'm in, is coming, will come, i'll be there
declined, not attending, no: can't make it, cannot make it, can't come, won't come, say no
tentative, maybe: might make it, maybe, perhaps, not sure yet
pending, undecided: undecided, hasn't made up, haven't made up, waiting for
away: on the road
aisle: corridor, stretch a leg, stretch my legs
window: look out, looking out, a view
bar, counter: at the counter, stool
video: clips, clip, footage, zoom, over video
online, video: zoom, via zoom, over the internet, on the internet
website, web: our site, website, online form
trade show, trade fair, event: booth, fair, our stand
referral: recommended by, friend of ours, told us about
cold call: rang up out of the blue
technology, tech: tech, gadgets, software
business: companies, markets, economy
sports, sport: athletes, match, sport
science: scientific, research
upper, uppercase: shout, capitals, all caps, upper case
lower, lowercase: lower case, small letters
snake: underscores
camel: camel case
used, second hand: second-hand, second hand, pre-owned, secondhand
new: brand new, brand-new, unused
unpaid: without pay, no pay, owe, owes
paid: paid, settled
vaccination, vaccine: jabs, jab, vaccinated, inoculated
checkup, check up: check-up, checkup
injury: cut, hurt, wound, limping, broken leg
voucher: coupon, gift card
volume, capacity: how much fits, fits in, hold, holds, capacity, how much water, how much room
surface, surface area, area: surface, to cover, to paint, painted
circumference, perimeter: all the way round, way round, around the edge
theatre, theater: on stage, play, plays
concert, music: gigs, gig, live music
comedy: stand up, stand-up
exhibition: gallery, shows
sunrise, sun: sunrise, sunset, get light
mars: red planet
saturn: ringed planet, the ringed one
unemployment: joblessness, jobless, out of work
inflation: prices rise, rising prices
exports, export: sell abroad, sold abroad, sells abroad
imports, import: buy abroad, bought abroad
uk, gb, british: british, brits, britain, london
us, usa, american: american, americans, usa, america
eu, european, europe: european, europe
jp, japanese, japan: japanese, japan
heat, heating: warm it up, warm up, heat up
cool, cooling: chill, cool down, ac
encode: to base64, into base64, encode, b64 for
decode: decode, in clear, back to normal, back to text, what does it say
lunar, moon: moon, blood moon
solar, sun: sun
parallel: side by side
series: one after the other, one after another, in a row
single: each single, alone
per purchase, per transaction: any single payment, no single payment, per payment
medium, intermediate: medium
general, other: general
family: little ones, whole family
convertible: roof down, drop top, open top
mini, compact, small: smallest car, tiny car
economy, cheapest, saver, basic: cheapest, lowest fare, no hurry, slowest
first, first class: first class, posh carriage
express, overnight, next day: by tomorrow, tomorrow morning, next day
rent: tenant
electricity, power: power, lamp, lights, kilowatt hours
reboot, restart: off and on again, restart
start, on: boot, bring up, start up
stop, off: switch off, shut down, shut
remove: isn't, no longer, take off
instant, immediate, realtime: the moment, the second, as soon as, straight away
front: front
rear, back: back window, back seat, at the back
windscreen, windshield: in front of me, windshield
tyre, tyres, flat tyre: puncture, flat, winter rubber
brakes, brake: squeal, hardly stops
light, lights: headlamp, lamp, bulb
likes: hearts
cpu: processor
memory: ram
sculpture: bronze, statue, marble
watercolour, watercolor: aquarelle
print: lithograph, etching, woodcut
sparkling: bubbly, bubbles, champagne
summer: july, june, august
winter: january, december, february
integer, int: whole number, whole-number
boolean, bool: yes/no, yes or no
nonfiction, non fiction: true stories
large print: big letters
subtitled, subtitles: captions, subtitles, read along
original, original version: not dubbed, original voices
none, no insurance: no insurance, without insurance
comprehensive, full: full cover, fully comp
third party: bare minimum
private data, privacy: my phone number in it
>: over, above, more than, greater than, older than, exceeds, at more than
<: under, below, less than, fewer than, younger than
>=: at least, or more, no less than, minimum
<=: at most, or less, or fewer, up to, no more than
!=: isn't, is not, other than, except
"""
"""Options, a colon, what is said for them."""


@cache
def _table() -> dict[str, frozenset[str]]:
    """By the words of an option all that is said for it, as stems between blanks."""
    found: dict[str, set[str]] = {}
    for line in filter(None, _OTHERS.splitlines()):
        options, phrases = (part.split(", ") for part in line.split(": ", 1))
        said = {_stems(phrase.split()) for phrase in phrases}
        for option in options:
            found.setdefault(option, set()).update(said)
    return {option: frozenset(said) for option, said in found.items()}


def _stems(words: Sequence[str]) -> str:
    return f" {' '.join(stem(part) for word in words for part in word.replace('-', ' ').split())} "


def meant(options: Sequence[str], words: Sequence[str]) -> list[int]:
    """The places of the options that other words for them say; `words` are a request's, in small letters."""
    table, said = _table(), _stems(words)
    keys = [" ".join(name_words(option)) or option for option in options]
    return [n for n, key in enumerate(keys) if any(phrase in said for phrase in table.get(key, ()))]
