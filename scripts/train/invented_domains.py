# ruff: noqa: E501  (rows of words and phrases are data: wrapping them would hide them)
"""Domains that the example generator draws from, in a small notation of our own.

A domain is a heading, then parameters `key = names | description | values | phrases` and actions
`! kind: what | description | required keys | optional keys`. Names are alternatives, phrases carry `{v}` where the value
stands. Kinds: `calc` and `get` take a noun phrase, `do` a verb phrase (alternatives parted by `;`).
Values: `int lo hi`, `num lo hi`, `year`, `gaz LIST...`, `enum a,b,c`, `flag`, `date`, `time`, `ints`, `nums`, `strs LIST`,
`code`, `word`, `host`, `syear`, `quoted`, `email`, `url`, `place`, `person`, `title`, `expr`.
"""

DOMAINS = """
# physics
mass = mass;m;object_mass;weight_kg | mass of the object in kilograms | num 1 500 | a mass of {v} kg;mass {v} kg;weighing {v} kilograms;of mass {v}kg;mass = {v}
velocity = velocity;v;speed;initial_velocity | velocity of the object in meters per second | num 1 300 | a velocity of {v} m/s;moving at {v} m/s;traveling at {v} meters per second;a speed of {v} m/s;velocity {v}
height = height;h;drop_height | height in meters | num 1 900 | a height of {v} meters;from {v} m up;dropped from {v} meters;height {v} m
time = time;duration;t;elapsed_time | time in seconds | num 1 120 | for {v} seconds;over {v} s;in {v} seconds;after {v} seconds;a time of {v} s
distance = distance;d;displacement | distance in meters | num 1 5000 | a distance of {v} meters;over {v} m;{v} meters away;distance {v}
force = force;applied_force | force in newtons | num 1 900 | a force of {v} N;{v} newtons of force;force {v} newtons
charge = charge;q;charge_value | electric charge in coulombs | num 1 40 | a charge of {v} coulombs;charge {v} C;a {v} C charge
voltage = voltage;potential_difference | voltage in volts | num 1 400 | a voltage of {v} V;{v} volts;at {v} volts
current = current;electric_current | current in amperes | num 1 40 | a current of {v} amps;{v} A of current;carrying {v} amperes
resistance = resistance;ohms | resistance in ohms | num 1 900 | a resistance of {v} ohms;{v} ohm resistor;resistance {v}
temperature = temperature;temp;temperature_kelvin | temperature in kelvin | num 100 900 | at {v} K;a temperature of {v} kelvin;temperature {v}
pressure = pressure;pressure_pa | pressure in pascals | num 1 9000 | under {v} pascals;a pressure of {v} Pa
angle = angle;launch_angle;theta | angle in degrees | num 1 89 | at an angle of {v} degrees;launched at {v} degrees;angle {v}
gravity = gravity;g;gravitational_acceleration | acceleration due to gravity. Default is 9.81 | num 1 25 | with gravity of {v} m/s^2;where gravity is {v}
substance = substance;material;medium | the material or substance | gaz materials/metals,materials/natural-materials,science/elements | made of {v};for {v};of {v};in {v}
wavelength = wavelength;lambda | wavelength in nanometers | num 100 900 | a wavelength of {v} nm;wavelength {v} nanometers
! calc: kinetic energy;kinetic energy of an object | Calculate the kinetic energy of a moving object from its mass and velocity. | mass velocity |
! calc: gravitational potential energy;potential energy | Computes the potential energy of a body at a height. | mass height | gravity
! calc: momentum;linear momentum of a body | Compute the momentum of a body. | mass velocity |
! calc: acceleration;average acceleration | Work out the acceleration of an object. | velocity time |
! calc: electric field strength;electrostatic field | Calculates the electric field produced by a charge at a distance. | charge distance |
! calc: power dissipation;electrical power | Calculate electrical power from voltage and current. | voltage current |
! calc: resistance of a circuit;electrical resistance | Use Ohm's law to calculate resistance. | voltage current |
! calc: free fall time;impact speed of a falling object | Calculates speed or time of an object in free fall. | height | gravity mass
! calc: projectile range;trajectory of a projectile | Calculate the range of a projectile. | velocity angle | gravity height
! calc: work done;mechanical work | Calculates the work done by a force over a distance. | force distance | angle
! calc: density;density of a substance | Calculate the density of a material. | substance mass | temperature
! get: boiling point;melting point;boiling and melting points | Retrieve the boiling or melting point of a substance. | substance | pressure
! calc: photon energy;energy of a photon | Compute the energy of a photon from its wavelength. | wavelength |
# geometry
base = base;base_length | length of the base | num 1 90 | a base of {v} units;base {v};base length {v} cm;base = {v}
gheight = height;h | the height of the shape | num 1 90 | a height of {v} units;height {v};height {v} cm;{v} cm tall
side1 = side1;a;side_a;first_side | length of the first side | int 2 40 | sides {v};first side {v}
radius = radius;r | radius of the circle or sphere | num 1 90 | a radius of {v};radius {v} cm;with radius {v};of {v} meter radius;r={v}
length = length;len;l | length of the rectangle | num 1 90 | length {v};a length of {v} m;{v} meters long;length of {v}
width = width;w;breadth | width of the rectangle | num 1 90 | width {v};a width of {v} m;{v} wide;width of {v} ft
shape = shape;shape_type;figure | the kind of shape | enum circle,square,triangle,rectangle,sphere,cube,cylinder,cone | of a {v};for a {v};of the {v}
unit = unit;units;measurement_unit | unit of measure. Default is cm | enum cm,m,inches,feet | in {v};result in {v}
sides = sides;num_sides;number_of_sides | number of sides of the polygon | int 3 12 | with {v} sides;having {v} sides;{v}-sided
x1 = x1;start_x | x coordinate of the first point | int 0 30 | from x {v}
! calc: area of a triangle;triangle area | Calculate the area of a triangle given its base and height. | base gheight | unit
! calc: area of a circle;circle area;circumference of a circle | Calculate the area or circumference of a circle. | radius | unit
! calc: area of a rectangle;rectangle area;perimeter of a rectangle | Computes the area and perimeter of a rectangle. | length width | unit
! calc: volume of a cylinder;cylinder volume;volume of a cone | Calculate the volume of a cylinder or cone. | radius gheight | unit
! calc: volume of a box;surface area of a box | Calculate the volume of a rectangular box. | length width gheight | unit
! calc: surface area of a sphere;volume of a sphere | Computes the surface of a sphere. | radius | unit
! calc: interior angles of a polygon;sum of interior angles | Compute the interior angle of a regular polygon. | sides | length
! get: formula for the area;geometry formula | Look up the formula of a shape. | shape | unit
# arithmetic
numbers = numbers;values;nums;data;number_list | the list of numbers | ints | of {v};for {v};for the numbers {v};of these values: {v};of the list {v};{v}
n = n;number;num;value | the number | int 2 200 | of {v};for {v};{v};the number {v}
a = a;x;first_number;num1;number1 | the first number | int 1 900 | of {v};{v};between {v}
b = b;y;second_number;num2;number2 | the second number | int 1 900 | and {v};with {v};by {v}
precision = precision;decimal_places;round_to;digits | number of decimal places to round to. Default is 2 | int 0 8 | to {v} decimal places;rounded to {v} decimals;with {v} digits
function = function;expression;equation;func | the function or expression | expr | of {v};of the function {v};{v};for the equation {v}
lower = lower_bound;start;lower_limit | lower limit of the interval | int 0 9 | from {v};from x = {v};between {v}
upper = upper_bound;end;upper_limit | upper limit of the interval | int 10 50 | to {v};to x = {v};and {v}
trials = n_trials;trials;total_trials;num_trials | number of independent trials | int 10 200 | in {v} trials;out of {v} tries;with {v} attempts;flipped {v} times
successes = successes;k;num_success | number of successful outcomes | int 1 9 | exactly {v} successes;{v} successes;getting {v} heads
probability = probability;p;prob_success | probability of success on one trial | num 0 1 | probability of {v};chance of {v};with probability {v}
dataset = dataset;sample;data_points;observations | the data points | nums | of {v};for the data {v};for {v};of [{v}]
! calc: factorial;factorial of a number | Calculate the factorial of a number. | n |
! calc: greatest common divisor;gcd;highest common factor | Find the greatest common divisor of two integers. | a b |
! calc: least common multiple;lcm of two numbers | Calculate the least common multiple. | a b |
! calc: mean;average;arithmetic mean | Computes the arithmetic mean of a list of numbers. | numbers | precision
! calc: standard deviation;variance;spread of the data | Calculate the standard deviation of a data set. | dataset | precision
! calc: median;mode;middle value | Find the median of the numbers. | numbers |
! calc: sum;total;sum of numbers | Add up all numbers in a list. | numbers |
! calc: product;multiplication | Multiply two numbers together. | a b | precision
! calc: derivative;derivative of a function;slope | Calculate the derivative of a function. | function | n
! calc: integral;area under the curve;definite integral | Integrate a function over an interval. | function lower upper | precision
! calc: prime factors;prime factorization | Returns the prime factors of a number. | n |
! calc: square root;cube root | Calculate the root of a number. | n | precision
! calc: binomial probability;probability of successes | Compute the binomial probability of an outcome. | trials successes probability |
! calc: fibonacci sequence;fibonacci numbers | Generate the Fibonacci sequence up to a length. | n |
! do: sort the numbers;order the list;rank the values | Sort a list of numbers. | numbers | order
order = order;sort_order;direction | sort order. Default is ascending | enum ascending,descending | in {v} order;{v}
# finance
principal = principal;amount;initial_investment;investment_amount;deposit | the initial amount of money | int 500 90000 | an investment of ${v};a principal of {v};${v};{v} dollars;an initial deposit of ${v};if I invest {v} dollars
rate = interest_rate;rate;annual_rate;annual_interest_rate | annual interest rate as a percentage | pct | at {v}% interest;an annual interest rate of {v}%;a {v}% rate;with {v} percent interest
rate01 = discount_rate;growth_rate;rate_of_return;tax_rate | the rate as a decimal | pct01 | at {v}%;with a rate of {v}%;a rate of {v}%
years = years;term;period;time_in_years;n_years | number of years | int 1 40 | for {v} years;over {v} years;in {v} years;for a period of {v} years;with a {v} year term
compounding = compounding_frequency;compound;frequency | how often interest is compounded. Default is annually | enum annually,monthly,quarterly,daily | compounded {v};with {v} compounding
company = company;company_name;stock_name;business | name of the company | gaz corporations/fortune500,corporations/nasdaq,corporations/djia | of {v};for {v};for the company {v};{v}'s
ticker = symbol;ticker;stock_symbol | ticker symbol of the stock | ticker | for {v};of {v};for ticker {v};{v} stock
currency = currency;base_currency;from_currency;source_currency | the currency to convert from | enum USD,EUR,GBP,JPY,INR,AUD,CAD,CHF,CNY | from {v};in {v}
target = target_currency;to_currency;to | the currency to convert to | enum EUR,USD,GBP,JPY,INR,AUD,CAD,CHF,MXN | to {v};into {v}
amount = amount;value;sum | the amount of money | num 1 9000 | {v};of {v};${v};an amount of {v}
shares = quantity;shares;num_shares | number of shares | int 1 500 | {v} shares;for {v} shares
revenue = revenue;net_income;total_sales;income | revenue in dollars | int 1000 900000 | revenue of ${v};with an income of {v};net income of {v} dollars
cost = cost;expenses;total_cost | total costs in dollars | int 100 90000 | costs of ${v};expenses of {v};total cost {v}
yr = year;fiscal_year;tax_year | the year | year | in {v};for {v};for the year {v}
days = days;num_days;period_days | number of days to look back. Default is 7 | int 2 90 | over the last {v} days;for the past {v} days;last {v} days
adjusted = adjusted;include_dividends;adjust_for_inflation | whether to include dividends. Default is false | flag | including dividends:true;with dividends included:true;without dividends:false
! calc: compound interest;future value of an investment | Calculate compound interest on an investment. | principal rate years | compounding
! calc: simple interest;interest earned | Calculate simple interest. | principal rate years |
! calc: monthly mortgage payment;loan payment;monthly payment on a loan | Compute the monthly payment of a loan. | principal rate years |
! calc: return on investment;roi;profit margin | Calculates the return on investment. | revenue cost | years
! calc: net present value;present value of money | Compute present value of future money. | amount rate01 years |
! get: stock price;share price;current stock quote | Retrieve the current price of a stock. | ticker | days adjusted
! get: financial statements;quarterly earnings;revenue report | Get the financial data of a company. | company yr |
! do: convert money;exchange currency;convert | Convert an amount from one currency to another. | amount currency target |
! calc: income tax;capital gains tax;tax owed | Estimate the tax to be paid. | revenue yr | rate01
! do: buy stock;purchase shares;place a stock order | Place an order to buy shares. | ticker shares | amount
! get: exchange rate;currency rate | Get the exchange rate of two currencies. | currency target |
! get: market value;market capitalization;dividend history | Look up the market value of a company. | company | days
# travel
origin = origin;from_city;departure_city;source;from_location;departure | city of departure | place | from {v};departing from {v};leaving {v};starting in {v}
destination = destination;to_city;arrival_city;to;dest;destination_airport | the destination city | place | to {v};going to {v};flying to {v};towards {v}
city = city;location;place;town;city_name | name of the city | place | in {v};for {v};around {v};near {v};at {v}
departure_date = date;departure_date;travel_date;start_date | the date of departure | date | on {v};leaving on {v};for {v};{v}
return_date = return_date;end_date;checkout_date;check_out | date of the return or check out | date2 | returning {v};until {v};to {v};coming back on {v}
passengers = passengers;num_passengers;adults;seats;travelers | number of passengers. Default is 1 | int 1 8 | for {v} people;for {v} passengers;for {v} adults;{v} tickets;{v} seats
cabin = cabin_class;seat_class;class;travel_class | class of the seat. Default is economy | enum economy,business,first class,premium economy | in {v};{v} seat;{v} ticket
rooms = rooms;num_rooms;number_of_rooms | number of rooms. Default is 1 | int 1 5 | {v} rooms;with {v} rooms
nights = nights;num_nights;stay_length;duration | number of nights | int 1 14 | for {v} nights;{v} nights;staying {v} nights
hotel = hotel;hotel_name;property | name of the hotel | title hotel | at {v};at the {v};in {v}
room_type = room_type;bed_type | type of room | enum single,double,suite,deluxe,king,queen | a {v} room;{v} room;with a {v} room
transport = mode;transport_mode;travel_mode;vehicle_type | means of transport. Default is driving | enum driving,walking,bicycling,transit,train,bus | by {v};{v}
pets = pet_friendly;pets_allowed;has_wifi | whether pets are allowed | flag | that allows pets:true;pet friendly:true;pets allowed:true
radius_km = radius;max_distance;distance_km | search radius in kilometers | int 1 60 | within {v} km;in a {v} km radius;no more than {v} kilometers away
attraction = category;type;attraction_type;poi_type | kind of place | enum museum,park,restaurant,beach,gallery,hospital,library,school | {v};a {v};{v} places
rating = min_rating;rating;stars;star_rating | minimum rating | num 1 5 | rated at least {v};with {v} stars or more;{v} star;a rating above {v}
! do: book a flight;reserve a flight;buy a plane ticket | Book a flight between two cities. | origin destination departure_date | passengers cabin return_date
! get: flights;available flights;flight schedule | Search for flights. | origin destination | departure_date cabin passengers
! do: book a hotel room;reserve a room;book a room | Book a room in a hotel. | hotel nights | city room_type rooms departure_date
! get: hotels;places to stay;hotel | Find hotels in a city. | city | departure_date return_date pets rating room_type
! calc: distance between two cities;driving distance;travel distance | Calculates the distance between two places. | origin destination | transport unit2
unit2 = unit;units | unit of the distance. Default is km | enum km,miles | in {v};measured in {v}
! get: directions;route;fastest route | Get directions from one place to another. | origin destination | transport
! get: tourist attractions;things to see;places to visit | Find attractions of a city. | city | attraction radius_km rating
! calc: travel time;trip duration;commute time | Estimate the time of a journey. | origin destination | transport
! get: current time;local time;time zone | Get the current time in a city. | city |
! do: rent a car;book a rental car | Rent a car in a city. | city departure_date | return_date rooms
stops = stops;waypoints;via;stopovers | places to stop at on the way | strs geography/us_cities,geography/countries | with stops at {v};via {v};stopping in {v};through {v}
! calc: route length;driving time;fuel cost of a trip | Work out a route with its stops. | origin destination | stops transport unit2
! do: order a taxi;request a ride;call a cab | Request a ride to a destination. | destination | origin passengers ride
ride = ride_type;vehicle;car_type | type of the ride. Default is standard | enum standard,luxury,shared,plus,black | {v} ride;a {v} car
# weather
wcity = location;city;place;address | the city to get the weather for | place | in {v};for {v};at {v};around {v}
wdate = date;day;when;forecast_date | the day of the forecast | date | on {v};for {v};{v}
wdays = days;num_days;forecast_days | number of days of the forecast. Default is 1 | int 2 10 | for the next {v} days;{v} days;over the next {v} days
wunit = unit;units;temperature_unit | unit of temperature. Default is celsius | enum celsius,fahrenheit | in {v};in degrees {v}
humid = include_humidity;humidity;include_wind | whether to include humidity | flag | with humidity:true;including humidity:true;without humidity:false
! get: weather;current weather;weather forecast;temperature | Get the weather of a location. | wcity | wdate wdays wunit humid
! get: air quality;air quality index;pollution level | Retrieve the air quality index for a city. | wcity | wdate
! get: sunrise time;sunset time;sunrise and sunset | Get times of sunrise and sunset. | wcity | wdate
! get: snow report;rain probability;chance of rain | Forecast of rain or snow. | wcity | wdate wdays
! get: humidity;wind speed;uv index | Look up humidity and wind. | wcity | wdate
# music
artist = artist;artist_name;band;musician;performer | name of the artist or band | gaz music/rock_hall_of_fame,music/mtv_day_one | by {v};from {v};by the artist {v};of {v};{v}'s
song = song;track;song_title;track_name | the title of the song | title song | {v};called {v};the song {v};the track {v}
genre = genre;music_genre;style | the genre of music | gaz music/genres | {v} music;some {v};{v} songs;in the {v} genre
playlist = playlist;playlist_name;list_name | name of the playlist | title playlist | to my {v} playlist;from the playlist {v};called {v};on the {v} playlist
volume = volume;volume_level;level | volume from 0 to 100 | int 0 100 | at volume {v};to {v};to {v} percent
shuffle = shuffle;repeat;loop | whether to shuffle. Default is false | flag | on shuffle:true;shuffled:true;without shuffle:false
instrument = instrument;instrument_type | the musical instrument | gaz music/instruments | for {v};on the {v};of a {v};for the {v}
bpm = bpm;tempo | beats per minute | int 60 200 | at {v} bpm;with a tempo of {v};{v} beats per minute
key = key;root_note;key_signature | the root note, such as C or F# | enum C,D,E,F,G,A,B,C#,F#,Bb,Eb | in the key of {v};of {v};in {v}
scale = scale_type;scale;mode | type of scale. Default is major | enum major,minor,pentatonic,blues | {v} scale;{v}
! do: play music;play a song;put on a track;listen to | Play a song. | song | artist volume shuffle
! do: play something;put on some tunes;play songs | Play music of an artist or genre. | artist | genre shuffle volume
! do: add a song;put this song;save the track | Add a song to a playlist. | song playlist | artist
! do: create a playlist;make a new playlist | Create a playlist. | playlist | genre artist shuffle
! do: set the volume;change the volume;turn the volume | Set the volume of the player. | volume |
! get: concerts;upcoming concerts;tour dates;shows | Find concerts of an artist. | artist | city2 genre
city2 = city;location;venue_city | the city of the event | place | in {v};near {v};around {v}
! get: lyrics;song lyrics;words of the song | Get the lyrics of a song. | song | artist
! get: chords;music theory;notes of the scale | Return the notes of a scale. | key scale | bpm
! get: price of an instrument;instrument details;cheapest instrument | Find price and ratings of an instrument. | instrument | brand
brand = brand;manufacturer;make | the manufacturer | gaz music/a_list_of_guitar_manufacturers,corporations/cars | by {v};from {v};made by {v}
album = album;album_name;record;album_title | the title of the album | title song | from the album {v};on the album {v};off the {v} album;in the album called {v};the album {v};of their album {v};an album called {v}
syear = year;release_year;year_released | the year that the song was first released, four digits | syear | released in {v};from {v};that came out in {v};from the year {v}
! get: songs;music;tracks;a song to listen to | Find songs by artist, album, genre or year. | | artist album genre syear
! do: play a track;start the song;put on some music | Start a track on a device. | song | artist album device shuffle volume
device = device;playback_device;speaker;output | where it is played. Default is TV | enum TV,kitchen speaker,bedroom speaker,living room,patio | on the {v};on my {v};in the {v}
# films and books
movie = movie;title;movie_name;film;film_title | title of the movie | gaz film-tv/popular-movies | {v};the movie {v};of {v};for {v};called {v}
show = show;series;tv_show;show_name | name of the television show | gaz film-tv/tv_shows | {v};of {v};the show {v};for {v}
director = director;directed_by;filmmaker | the director | person | directed by {v};by {v};with {v} as the director;that has {v} as the director;from director {v};{v} directed
actor = actor;cast;starring;lead_actor | a leading actor | gaz humans/celebrities,humans/britishActors | starring {v};with {v};that has {v} in the cast;featuring {v};with {v} in it;and {v} in the cast;that stars {v};that feature {v};similar to {v};acted by {v};alongside {v};with actor {v}
mgenre = genre;category;movie_genre | the genre of the film | enum Action,Comedy,Drama,Horror,Thriller,Animation,Mystery,Fantasy,Documentary,Romance | {v} movies;in the {v} genre;a {v} film;of {v} type
myear = year;release_year | the year of release | year | from {v};released in {v};in {v}
book = book;title;book_title;book_name | title of the book | gaz books/bestsellers | {v};called {v};the book {v};titled {v}
author = author;author_name;writer;written_by | the author of the book | person | by {v};written by {v};from {v}
season = season;season_number | number of the season | int 1 12 | season {v};of season {v}
mcity = city;location;theater_location;area | the city of the cinema | place | in {v};near {v};around {v}
showtime = time;show_time;showtime | time of the show | time | at {v};for {v};around {v}
limit = limit;count;max_results;num_results;number;top_n | how many results to return. Default is 10 | int 2 30 | top {v};{v} results;show me {v};limit to {v};first {v}
sort = sort_by;sort;order_by;ranking | how results are sorted. Default is relevance | enum relevance,popularity,rating,date,price | sorted by {v};sort by {v};ordered by {v};by {v}
! get: movie details;movie information;plot;runtime | Retrieve details of a movie. | movie | myear
! get: movies;films;something to watch;a movie | Search movies by director, genre or cast. | | director mgenre actor myear limit
! get: showtimes;screening times;movie tickets | Find show times of a movie. | movie | mcity showtime
! do: buy tickets;get movie tickets;reserve cinema seats | Buy movie tickets. | movie | passengers2 mcity showtime
passengers2 = tickets;number_of_tickets;num_tickets;seats | number of tickets. Default is 1 | int 1 9 | {v} tickets;for {v} people;{v} seats
! get: movies to watch online;a film;something to stream | Find movies to watch. | | mgenre actor director subtitle
subtitle = subtitle_language;show_subtitles;subtitles | language of the subtitles | enum English,Spanish,French,Hindi | with {v} subtitles;subtitled in {v}
! get: books;novels;books to read | Find books by author or subject. | author | limit sort myear
! get: book summary;book reviews;review | Get the review of a book. | book | author limit
! get: episodes;episode list;cast of the series | Get the episodes of a show. | show | season
! do: rate a book;review this book;give a rating | Rate a book with stars. | book stars |
stars = rating;stars;score | rating from 1 to 5 | int 0 6 | {v} stars;{v} out of 6;a {v};{v} points
# food
dish = dish;recipe;food;recipe_name;meal | name of the dish | gaz foods/menuItems,foods/sandwiches,foods/breads_and_pastries | for {v};of {v};{v};how to make {v}
ingredient = ingredient;main_ingredient;ingredient_name | an ingredient | gaz foods/vegetables,foods/fruits,foods/herbs_n_spices,foods/fish | with {v};using {v};containing {v};that has {v}
ingredients = ingredients;items;ingredient_list;products | list of ingredients | strs foods/vegetables,foods/fruits,foods/condiments | with {v};using {v};{v};of {v}
servings = servings;people;num_servings;serves | number of servings | int 1 12 | for {v} people;serving {v};{v} servings
diet = diet;dietary_restriction;dietary_preference | dietary restriction | enum vegan,vegetarian,gluten free,keto,paleo,low carb | {v};that are {v};a {v} meal
cuisine = cuisine;cuisine_type;food_type | type of cuisine | enum Italian,Mexican,Chinese,Indian,Thai,Japanese,French,Greek,American,Korean | {v} food;{v};{v} cuisine;a {v} place
minutes = max_time;prep_time;cooking_time;minutes | time in minutes | int 5 120 | in {v} minutes;under {v} minutes;that take {v} minutes;within {v} mins
restaurant = restaurant;restaurant_name;venue;place | name of the restaurant | title restaurant | at {v};from {v};in {v};at the {v}
rtime = time;reservation_time;at_time | time of the reservation | time | at {v};for {v};around {v}
rdate = date;reservation_date;day | date of the reservation | date | on {v};for {v};{v}
party = people;party_size;guests;number_of_people | number of guests | int 1 12 | for {v} people;for {v};table for {v};party of {v}
rcity = city;location;area;neighborhood | the city | place | in {v};near {v};around {v}
calories = calories;max_calories;calorie_limit | calories limit | int 100 2500 | under {v} calories;with {v} kcal;less than {v} calories
qty = quantity;count;how_many | how many. Default is 1 | int 1 20 | {v};{v} of them
spicy = spicy;extra_cheese;delivery | whether it is spicy. Default is false | flag | make it spicy:true;not spicy:false;spicy:true
! get: recipe;recipes;cooking instructions | Find a recipe. | dish | servings diet minutes spicy
! get: recipes;something to cook;a meal | Find recipes from ingredients. | ingredients | diet minutes cuisine
! get: calories;nutrition facts;nutritional information;protein | Get nutrition of a food. | dish | unit3 servings
unit3 = unit;serving_unit | unit of the amount. Default is grams | enum grams,ounces,pounds,cups | in {v};by the {v}
! do: book a table;reserve a table;make a dinner reservation | Reserve a table at a restaurant. | restaurant party | rdate rtime rcity
! get: restaurants;places to eat;somewhere to eat | Find restaurants in a city. | rcity | cuisine rating sort
! do: order food;order;get me some food | Order food for delivery. | dish | qty restaurant spicy
! get: substitute;replacement for an ingredient | Find substitutes of an ingredient. | ingredient | diet
! calc: cooking time;roasting time | How long to cook something. | ingredient | weight
weight = weight;amount_grams;mass | the weight in grams | int 50 5000 | weighing {v} grams;{v} g;of {v} grams
# orders
dish = item;food;dish;meal | what to order | gaz foods/menuItems,foods/sandwiches | {v};a {v};some {v}
dishes = items;foods;food_items;order_items | the items of the order | strs foods/menuItems,foods/sandwiches,foods/fruits | {v};of {v};the items {v}
quantity = quantity;count;amount;portions | how many | int 1 12 | {v} portions;{v} servings;{v} of them
diner = restaurant;restaurant_name;place;store | the name of the restaurant | title restaurant | from {v};at {v};from the restaurant {v};with {v}
diet = diet;dietary;dietary_restrictions;preference | dietary wishes, e.g. vegan or gluten-free | enum vegan,vegetarian,gluten-free,dairy-free,halal,kosher,low-carb | {v};that is {v};{v} options;serving {v} food
kitchen = cuisine;cuisine_type;food_type;type | kind of cuisine | enum Italian,Thai,Chinese,Mexican,Indian,French,Japanese,Greek,Korean,Turkish | {v};{v} food;offering {v} dishes;{v} restaurants;{v} cuisine
outdoor = outdoor_seating;has_live_music;delivery | whether there is outdoor seating | flag | with outdoor seating:true;that delivers:true;with live music:true;without delivery:false
! do: order;order food;i want to eat;get me | Order food from a restaurant. | dishes | diner diet
! do: order;get me some | Order a dish. | dish | quantity diner
! get: restaurants;places to eat;somewhere to eat | Find restaurants. | city | kitchen diet outdoor rating
# people and messages
recipient = recipient;to;contact;receiver;contact_name;person | who receives the message | person | to {v};for {v};with {v}
message = message;text;body;content;message_text | the text of the message | quoted | saying {v};that says {v};with the text {v};: {v}
email = email;to_email;recipient_email;address | the email address | email | to {v};at {v};for {v}
subject = subject;title;subject_line | the subject of the email | quoted | with subject {v};titled {v};about {v}
urgent = urgent;high_priority;is_important | whether it is urgent. Default is false | flag | urgently:true;mark it as urgent:true;not urgent:false;high priority:true
event = event;title;event_name;event_title;name | the name of the event | title event | {v};called {v};named {v};titled {v}
edate = date;event_date;day;start_date | the date | date | on {v};for {v};{v}
etime = time;start_time;at | time of day | time | at {v};from {v};for {v};by {v}
reminder = reminder;task;todo;content;what;description | what to be reminded of | title task | to {v};about {v};{v}
duration = duration;minutes;duration_minutes;length | duration in minutes | int 5 180 | for {v} minutes;lasting {v} minutes;{v} minute
label = label;name;alarm_name | name of the alarm | title event | called {v};named {v};for {v}
attendees = attendees;participants;invitees;guests | people who take part | strs humans/firstNames | with {v};inviting {v};for {v}
phone = phone;phone_number;number | the phone number | phone | to {v};at {v};on {v}
prio = priority;importance;level | priority. Default is medium | enum low,medium,high | with {v} priority;{v} priority;as {v}
! do: send a message;text;message;send a text | Send a text message to a contact. | recipient message | urgent
! do: send an email;write an email;email;mail | Send an email. | email message | subject urgent
! do: schedule a meeting;create an event;add an event;set up a meeting | Add an event to the calendar. | event edate | etime duration attendees
! do: remind me;set a reminder;add a reminder;create a reminder | Set a reminder. | reminder | edate etime prio
! do: set an alarm;wake me up;create an alarm | Set an alarm. | etime | label edate
! do: start a timer;set a timer;count down | Start a countdown timer. | duration | label
! do: add a task;add to my list;create a todo;note down | Add an item to a to-do list. | reminder | prio edate
! do: call;phone;ring;make a call | Make a phone call. | recipient | phone
! get: calendar;my agenda;events;appointments | List the events of a day. | edate | limit2
limit2 = limit;max_events | how many events. Default is 10 | int 2 20 | first {v};up to {v};next {v}
! do: cancel the meeting;delete the event;remove the appointment | Delete an event of the calendar. | event | edate
! get: contact details;phone number;address of a contact | Look up a contact. | recipient |
# home
device = device;device_name;entity;appliance;name | the device | gaz technology/appliances,architecture/rooms | the {v};{v};my {v}
room = room;area;location;zone | the room of the house | enum kitchen,bedroom,living room,bathroom,garage,office,basement,hallway | in the {v};of the {v};{v}
level = brightness;level;percent;intensity | brightness from 0 to 100 | int 1 100 | to {v}%;to {v} percent;at {v}
temp = temperature;target_temperature;degrees | target temperature | int 10 90 | to {v} degrees;at {v};to {v}
colour = color;colour;light_color | color of the light | enum red,blue,green,white,yellow,purple,orange,pink | to {v};{v};in {v}
state = state;action;power;status | on or off | enum on,off | {v};turned {v}
hmode = mode;hvac_mode;preset | mode of the device | enum heat,cool,auto,eco,away,sleep | to {v} mode;in {v} mode;on {v}
! do: turn on the lights;switch the lights on;lights on | Turns on lights. | room | level colour
! do: dim the lights;set the brightness;brighten the lights | Set brightness of a light. | level | room colour
! do: set the thermostat;change the temperature;heat the house | Set the thermostat. | temp | room hmode
! do: switch;turn;flip | Switch a device on or off. | device state | room
! do: lock;open;close | Open or close a device. | device | room
! get: temperature of the room;indoor temperature | Get the temperature of a room. | room |
! do: start the vacuum;clean the floor;vacuum | Start the robot vacuum. | room | duration2
duration2 = duration;minutes | how long in minutes | int 5 120 | for {v} minutes;{v} min
# sports
team = team;team_name;club;squad | name of the team | gaz sports/nba_teams,sports/nfl_teams,sports/mlb_teams,sports/nhl_teams,sports/football/epl_teams,sports/football/laliga_teams | for {v};of {v};of the {v};the {v}
player = player;player_name;athlete;name | name of the player | person | of {v};for {v};{v}'s;by {v}
league = league;competition;tournament | the league | enum NBA,NFL,MLB,NHL,Premier League,La Liga,Champions League | in the {v};of the {v};{v}
sseason = season;year;season_year | the season | year | in {v};for the {v} season;of {v}
sport = sport;sport_type;discipline | the sport | gaz sports/sports | in {v};of {v};for {v}
nsport = number;top;count;last_games | how many. Default is 5 | int 2 20 | top {v};last {v};{v}
include_stats = include_stats;detailed;include_playoffs | whether to include statistics. Default is false | flag | including statistics:true;with stats:true;without stats:false;with all details:true
! get: score;latest result;game result;final score | Get the latest score of a team. | team | league include_stats
! get: player statistics;career stats;points scored | Get statistics of a player. | player | sseason league team
! get: standings;ranking;league table | Get the standings of a league. | league | sseason nsport
! get: match schedule;upcoming games;fixtures;next game | Get the schedule of a team. | team | nsport sseason
! get: records;world record;champions;winner | Look up champions of a sport. | sport | sseason
! get: roster;team roster;squad members;coach | Retrieve the roster of a team. | team | sseason
# health
hweight = weight;weight_kg;body_weight | weight in kilograms | int 40 130 | weight {v} kg;weighing {v} kg;{v} kilograms;{v} kg
hheight = height;height_cm | height in centimeters | int 140 210 | height {v} cm;{v} cm tall;of {v} cm
age = age;age_years;patient_age | age in years | int 5 95 | {v} years old;aged {v};age {v};a {v} year old
sex = gender;sex | the gender | enum male,female | {v};who is {v};a {v}
activity = activity_level;activity;exercise_level | level of activity | enum sedentary,lightly active,moderately active,very active | {v};who is {v};and {v}
symptom = symptom;symptoms;complaint | the symptom | gaz medicine/symptoms | with {v};of {v};for {v};having {v}
drug = drug;medication;medicine;drug_name | name of the drug | gaz medicine/drugs | of {v};for {v};{v};on {v}
disease = disease;condition;diagnosis;illness | the disease | gaz medicine/infectious_diseases,medicine/cancer | of {v};for {v};about {v};against {v}
hospital = hospital;clinic;facility | name of the hospital | gaz medicine/hospitals | at {v};in {v}
steps = steps;step_count | the number of steps | int 1000 20000 | {v} steps;after {v} steps
doctor = doctor;specialty;doctor_type;specialist | kind of doctor | enum dentist,dermatologist,cardiologist,general practitioner,psychologist,ophthalmologist | a {v};with a {v};{v}
insurance = accepts_insurance;offers_online;virtual | whether insurance is accepted | flag | that takes insurance:true;accepting insurance:true;without insurance:false
! calc: body mass index;bmi | Calculate the body mass index. | hweight hheight | age sex
! calc: daily calorie needs;basal metabolic rate;calories to eat | Computes energy needs. | hweight hheight age | sex activity
! get: treatment;cure;causes | Find treatments of a disease. | disease | age
! get: side effects;dosage;drug interactions | Look up a drug. | drug | age hweight
! do: book an appointment;schedule a visit;see a doctor | Book an appointment with a doctor. | doctor | hdate hospital hcity
hdate = date;appointment_date;day | date of the appointment | date | on {v};for {v}
hcity = city;location | the city | place | in {v};near {v}
! get: doctors;clinics;providers | Find doctors in a city. | doctor hcity | insurance rating
! calc: calories burned;distance walked | Estimate calories burned. | steps hweight | age
! get: possible causes;diagnosis | Diagnose symptoms. | symptom | age sex
# history and science
hevent = event;event_name;historical_event;battle | name of the event | title history | {v};of {v};during {v};the {v}
country = country;nation;country_name;region | name of the country | gaz geography/countries | of {v};in {v};for {v};{v}'s
hyear = year;target_year;yr | the year | year | in {v};in the year {v};of {v};as of {v}
scientist = person;scientist;name;inventor;figure | name of the person | gaz humans/scientists,humans/authors,humans/celebrities | by {v};of {v};about {v};{v}
element = element;chemical;compound;element_name | the chemical element | gaz science/elements,science/toxic_chemicals | of {v};for {v};{v}
planet = planet;celestial_body;body | the planet | enum Mercury,Venus,Earth,Mars,Jupiter,Saturn,Uranus,Neptune | of {v};on {v};{v};to {v}
animal = species;animal;breed;animal_name | the animal species | gaz animals/common,animals/dogs,animals/dinosaurs,animals/cats | of {v};of the {v};about {v};for {v}
plant = plant;flower;plant_name | the plant | gaz plants/plants,plants/flowers | of {v};for {v};about {v}
god = deity;god;figure | the deity | gaz mythology/greek_gods,mythology/norse_gods,mythology/egyptian_gods | of {v};about {v};{v}
art = artwork;painting;sculpture;title | the name of the artwork | title art | {v};of {v};the painting {v}
detail = detail_level;format;detailed | how detailed the answer is. Default is basic | enum basic,detailed,full | {v};in {v} form
river = river;water_body;lake | name of the river | gaz geography/rivers,geography/oceans | of the {v};{v};the {v}
! get: date of an event;when it happened;history | Get facts about a historical event. | hevent | country detail
! get: population;number of inhabitants;census data | Get the population of a country. | country | hyear
! get: capital;capital city;official language | Get the capital of a country. | country |
! get: gdp;gross domestic product;economic growth | Get the GDP of a country. | country hyear |
! get: president;leader;head of state;ruler | Find the leader of a country at a time. | country hyear | detail
! get: biography;discoveries;inventions;achievements | Get the biography of a person. | scientist | detail
! get: atomic number;atomic mass;properties | Properties of a chemical element. | element | unit4
unit4 = unit | the unit of measure | enum kg,g,mol,amu | in {v}
! calc: distance from earth;orbital period;gravity | Get data of a planet. | planet | unit2
! get: habitat;lifespan;diet of an animal;facts | Look up an animal. | animal | country
! get: care instructions;watering schedule | How to care for a plant. | plant |
! get: mythology;family;symbols | Look up a deity in mythology. | god | detail
! get: artist of a painting;museum;auction price | Details of an artwork. | art | myear2
myear2 = year | the year | year | in {v};from {v}
! get: length;depth;size | Get the length of a river. | river | unit2
# shopping
product = product;item;product_name;item_name | name of the product | gaz objects/objects,objects/clothing,technology/appliances | {v};a {v};for {v};of {v}
color = color;colour | the color | enum red,blue,green,black,white,grey,pink,brown | in {v};{v};that is {v}
size = size;clothing_size | the size | enum XS,S,M,L,XL,XXL | in size {v};size {v};{v}
maxprice = max_price;budget;price_limit;price | highest price in dollars | num 5 2000 | under ${v};for less than {v} dollars;below ${v};with a budget of {v}
minprice = min_price;price_from | lowest price in dollars | num 1 50 | over ${v};at least {v} dollars;above ${v}
store = store;shop;seller;retailer | name of the store | gaz corporations/fortune500 | at {v};from {v};in {v}
order_id = order_id;order_number;id;tracking_number | id of the order | code | {v};with id {v};number {v};order {v};#{v}
pbrand = brand;manufacturer;make | the brand | gaz corporations/cars,corporations/nasdaq | by {v};from {v};of brand {v}
quantity = quantity;amount;count;units | number of items. Default is 1 | int 1 30 | {v};{v} pieces;{v} units
in_stock = in_stock;on_sale;free_shipping;available_only | only items in stock | flag | in stock:true;that are in stock:true;available now:true
reason = reason;comment;note | the reason | title reason | because {v};since {v};reason: {v}
! get: products;items;deals | Search for products. | product | color size maxprice minprice pbrand in_stock
! do: add to cart;put in the basket;buy;purchase | Add a product to the cart. | product | quantity color size
! get: price;cost;cheapest price | Get the price of a product. | product | store pbrand
! get: order status;delivery status;where my order is | Track an order. | order_id |
! do: cancel my order;cancel an order;stop the order | Cancel an order. | order_id | reason
! do: return an item;send back my order;get a refund | Return an order. | order_id | reason
! get: reviews;ratings;opinions | Get reviews of a product. | product | limit3 store
limit3 = limit;max_reviews;n | how many reviews. Default is 5 | int 2 50 | {v};top {v};latest {v}
# software
repo = repo;repository;project;repo_name | name of the repository | code | {v};for {v};in {v};of {v}
file = file;path;file_name;filename;file_path | path of the file | file | {v};from {v};in {v};the file {v}
url = url;link;endpoint;website | the URL | url | {v};from {v};at {v};of {v}
user_id = user_id;id;customer_id;account_id;uid | identifier of the user | bigint | with id {v};{v};for user {v};user id {v}
username = username;user;login;account | the user name | code | {v};for user {v};of {v}
table = table;database;collection;table_name | name of the table | enum users,orders,customers,employees,students,products,sales,logs | from {v};in the {v} table;of {v}
column = column;field;key;column_name | name of the column | enum name,age,email,city,price,status,salary,created_at | by {v};where {v};column {v}
command = command;cmd;shell_command | the command to run | quoted | {v};the command {v}
language = language;lang;programming_language | the programming language | enum Python,JavaScript,Java,Ruby,Go,Rust,PHP,Kotlin,Swift | in {v};using {v};with {v}
branch = branch;branch_name | the branch. Default is main | enum main,dev,feature,release,staging | on {v};from the {v} branch;branch {v}
timeout = timeout;max_wait;wait_seconds | timeout in seconds. Default is 30 | int 1 120 | with a timeout of {v} seconds;timeout {v};waiting {v} s
recursive = recursive;force;verbose;overwrite | whether to go recursively. Default is false | flag | recursively:true;force it:true;verbose:true;non recursively:false
pattern = query;pattern;keyword;search_term;text | what to search for | quoted | for {v};matching {v};containing {v};about {v}
port = port;port_number | the port | int 80 9000 | on port {v};port {v}
version = version;release;tag | version | ver | version {v};{v};release {v}
! do: create a branch;make a new branch | Create a branch in a repository. | repo branch |
! get: commits;issues;pull requests;stars | List issues of a repository. | repo | limit branch
! do: delete the file;remove the file;erase | Delete a file. | file | recursive
! do: read;open;show the contents;print | Read a file. | file | limit
! do: search files;grep;find text | Search text in files. | pattern | file recursive
! do: download;fetch;send a request | Fetch a URL. | url | timeout
! get: user profile;user details;account information | Retrieve a user by id. | user_id | special
special = special_request;notes;extra | any special information | gaz colors/wikipedia | with {v};who has {v};special request {v}
! do: query the database;select rows;get rows | Query a database table. | table | column limit sort
! do: run a command;execute | Execute a shell command. | command | timeout
! do: restart the server;start the service;ping | Restart a server. | url | port timeout
! do: install;upgrade;deploy | Install a version of a package. | repo version | recursive
! do: translate code;write a function;generate code | Generate code in a language. | language pattern |
! do: change my password;reset the password;log in | Reset the password of an account. | username | email
# accounts
user = username;user;login;user_name;account_name | the name of the user | word | username {v};my username is {v};with username {v};user {v};for the {v} user;for user {v};the user name {v};as {v};named {v}
password = password;pass;pwd;new_password;secret | the password of the user | word | password {v};and password {v};password is {v};the password is {v};with the password {v};with password {v}
token = token;api_key;access_key;session_token;auth_token | the key for authentication | code | with token {v};API key {v};my key is {v};using the token {v};token is {v}
host = host;hostname;server;address;host_name | name or address of the server, such as 'localhost' | host | on {v};at {v};host {v};the host is {v};with the host name {v};running at {v}
nick = nickname;alias;name;server_name | a name for the connection | title song | called {v};with the nickname {v};named {v};as {v};nickname {v}
db = database;db_name;database_name;default_database | name of the database | word | database {v};the database name is {v};in the {v} database;with the database {v}
component = component;component_id;uuid;service | identifier of the component | code | component {v};within component {v};with component {v};for the {v} component
project = project;project_name;project_id | name of the project | word | of the project {v};project {v};for my project {v};in project {v};the {v} project
sensor = serial;serial_number;sensor_serial;device_id | serial number of the device | code | with serial number {v};serial {v};for the sensor {v};device {v}
ver2 = version;version_id;release | version of the project, such as '1.0.0' | ver | version {v};with v {v};v{v};in version {v}
portn = port;port_number | port of the server. Default is 5432 | int 80 9999 | port {v};on port {v};port number {v}
kind3 = server_type;type;engine | kind of server. If not specified, all are included | enum ALL,POSTGRES,MYSQL,ORACLE,SQLITE | {v};of type {v};for {v}
! do: log in;sign in;authenticate;log me in | Log a user in. | user password | token
! do: create an account;register;sign me up;register a user | Register a user. | user password | email
! do: change the password;set a new password;modify the password | Change a user's password in a database. | user password | db
! do: connect to the database;add a server;register a server;set up a connection | Register a server. | nick host | portn db user password token
! get: servers;list of servers;all servers | List the servers. | | kind3 nick
! get: analysis;findings;vulnerabilities;audit trail | Get the analysis of a component. | project component | ver2 token
! get: alerts;sensor readings;device status | Get the alerts of a sensor. | sensor | limit token
! get: project details;project status;dependencies | Retrieve a project by its name and version. | project | ver2 component
# language and knowledge
text = text;input_text;sentence;phrase;content | the text | quoted | {v};the text {v};the sentence {v};: {v}
source_lang = source_language;from_lang;from_language | language of the text. Default is auto | enum English,Spanish,French,German,Italian,Chinese,Japanese,Russian,Portuguese | from {v}
lang = target_language;to_language;language;to_lang | the language to translate to | enum Spanish,French,German,Italian,Chinese,Japanese,Russian,Portuguese,English,Arabic | to {v};into {v};in {v}
word = word;term;vocabulary | the word | gaz words/strange_words,words/nouns,words/adjs,words/verbs | {v};of {v};the word {v};of the word {v}
topic = topic;query;subject;keyword;theme | the topic | gaz technology/new_technologies,books/academic_subjects,technology/computer_sciences,sports/sports,societies_and_groups/animal_welfare | about {v};on {v};for {v};related to {v};{v}
ksource = source;category;section | the source. Default is general | enum general,business,sports,science,health,technology,entertainment | {v};in the {v} category;{v} section
since = from_date;since;start_date;after | date to start from | date | since {v};from {v};after {v}
! do: translate;translate the text;convert to another language | Translate a text. | text lang | source_lang
! get: definition;meaning;synonyms;antonyms | Look up a word in the dictionary. | word | lang
! get: news;headlines;latest news;articles | Get the news on a topic. | topic | ksource limit since
! do: search the web;google;look up;search | Search the web. | topic | limit
! do: summarize;analyze the sentiment;check the grammar;count the words | Analyse a text. | text | lang
! get: wikipedia article;encyclopedia entry;background information | Read an encyclopedia. | topic | lang
! get: joke;quote;fun fact;trivia question | Get a joke. | | topic2 lang
topic2 = category;type;about | the category | enum programming,animals,science,history,movies,random | about {v};{v};on {v}
! get: papers;research articles;publications | Search scientific papers. | topic | author2 limit since
author2 = author | author of the paper | person | by {v};written by {v}
! get: courses;tutorials;lessons | Find courses. | topic | ksource limit
# law and work
case = case_number;case_id;docket | number of the case | code | {v};with case number {v};number {v}
lcompany = company;defendant;party;plaintiff | the party of the lawsuit | gaz corporations/fortune500 | involving {v};against {v};of {v};by {v}
court = court;jurisdiction;court_type | the court | enum supreme,federal,district,appeal | in {v} court;{v} court
lyear = year;filing_year | the year | year | in {v};from {v};filed in {v}
job = job_title;position;occupation;role | the job title | gaz humans/occupations | {v};as a {v};for {v};{v} jobs
jcity = city;location | the city | place | in {v};near {v}
employee = employee;employee_name;staff;name | name of the employee | person | {v};for {v};of {v}
salary = salary;min_salary;pay | yearly salary in dollars | int 20000 200000 | paying {v};with a salary of ${v};over ${v}
dept = department;team;division | the department | enum sales,marketing,engineering,finance,legal,support,human resources | in {v};of the {v} department;{v} team
crime = crime;offense;crime_type | kind of crime | enum theft,fraud,assault,burglary,robbery,vandalism | for {v};of {v};{v}
remote = remote;full_time;on_site | whether the job is remote | flag | remote:true;working remotely:true;on site only:false
! get: lawsuits;legal cases;court cases | Search lawsuits of a company. | lcompany | lyear court
! get: case details;verdict;ruling;case outcome | Get details of a legal case. | case | court lyear
! get: jobs;job openings;vacancies | Search job offers. | job | jcity salary remote
! get: employee record;leave balance;manager | Look up an employee. | employee | dept
! do: hire;add an employee;register a worker | Add an employee. | employee job | dept salary
! get: crime statistics;crime rate | Get crime rates of a city. | jcity | crime lyear
! get: lawyers;attorney;law firm | Find a lawyer. | jcity | crime rating
# games
player2 = player;character;hero;champion | the character | gaz games/League_of_legends_champion_names,games/wrestling_moves | of {v};for {v};as {v};{v}
game = game;game_title;video_game;name | title of the game | gaz games/board_games,games/rpg/rpg_games | {v};of {v};in {v};for {v}
gear = name;item;item_name;weapon;gear | name of the item | title gear | on {v};for {v};{v};of {v};the {v};about {v}
trait = name;perk;perk_name;trait;ability | name of the perk or trait | title trait | {v};the perk {v};{v} do;with {v}
mission = name;activity;activity_name;mission;raid;mode | name of the activity | title mission | {v};in {v};the {v};about {v}
platform = platform;console;device | the platform. Default is PC | enum PC,PlayStation,Xbox,Switch,mobile | on {v};for {v}
lvl = level;rank;difficulty_level | the level | int 1 99 | at level {v};level {v};rank {v}
sidesd = sides;die_sides;faces | number of faces of the die | int 4 30 | with {v} sides;{v}-sided;d{v}
dice = count;dice;num_dice;times;rolls | how many times. Default is 1 | int 2 12 | {v} times;{v} dice;{v}
choices = options;choices;items;candidates | the options to choose from | strs foods/fruits,animals/common,humans/firstNames,sports/sports,music/instruments | from {v};between {v};out of {v};: {v};{v}
low = low;min;minimum;from | the smallest number | int 0 9 | between {v};from {v};minimum {v}
high = high;max;maximum;to | the largest number | int 10 999 | and {v};to {v};maximum {v}
! get: perks;stats;drop source;perk pool;rolls;where it drops;how to get it | Look up an item: its type, perk pool and source. | gear |
! get: effect;what a perk does;explanation of the perk | Look up what a perk does. | trait |
! get: rewards;recommended level;encounters;overview | Look up an activity: what it is and what it rewards. | mission |
! get: abilities;build;counter picks | Look up a character of a game. | player2 | lvl
! get: review score;rules;price of a game;release date | Look up a game. | game | platform
! do: roll a die;roll dice;throw dice | Roll dice. | sidesd | dice
! do: pick;choose;pick one at random;help me choose | Pick an option at random. | choices | dice
! get: random number;number at random | Draw a random number. | low high | dice
! do: start a game;join a match;play a game | Start a game. | game | lvl platform
# units and dates
uvalue = value;amount;quantity;number | the amount to convert | num 1 900 | {v};of {v}
ufrom = from_unit;source_unit;from | unit to convert from | enum miles,kilometers,pounds,kilograms,inches,feet,celsius,fahrenheit,gallons,liters,ounces,meters,mph,yards,hours,minutes | {v};from {v}
uto = to_unit;target_unit;to | unit to convert to | enum kilometers,miles,kilograms,pounds,centimeters,meters,fahrenheit,celsius,liters,cups,grams,feet,knots,seconds,days | to {v};in {v};into {v}
mathx = expression;formula;calculation;equation | the arithmetic expression | arith | {v};of {v};: {v}
d1 = date;start;start_date;from_date;first_date | the first date | date | {v};from {v};between {v};on {v};of {v}
d2 = end;end_date;to_date;second_date;until | the second date | date2 | to {v};and {v};until {v}
tz = timezone;zone;city;location | the time zone or city | place | in {v};for {v};at {v}
tz2 = to_timezone;to_zone;target_zone | the time zone to convert to | place | to {v};in {v} time;into {v}
dtime = time;clock_time;at | the time of day | time | {v};at {v}
ddays = days;offset;add_days;n | number of days | int 2 200 | {v} days;plus {v} days
! do: convert;convert units;how much is;change | Convert a value from one unit to another. | uvalue ufrom uto |
! do: calculate;compute;evaluate;what is;work out;how much is | Evaluate an arithmetic expression. | mathx | precision2
precision2 = precision;decimals | decimal places. Default is 6 | int 1 9 | to {v} decimals;rounded to {v} places
! get: current time;time;date and time;clock;what time it is | Get the current date and time in a zone. | tz |
! get: days between;number of days;difference | Days between two dates. | d1 d2 |
! get: day of the week;weekday | Tell the day of the week of a date. | d1 |
! do: add days to a date;go forward;count days | Add days to a date. | ddays d1 |
! do: convert the time;translate time zones | Convert a time to another zone. | dtime tz tz2 |
# memory
fact = fact;content;text;note;memory;information | what to remember | title fact | that {v};: {v};{v}
about = query;question;topic;text | what to search for | title memtopic | about {v};{v};of {v}
! do: remember;don't forget;keep in mind;note;save to memory | Store a fact about the user in memory. | fact |
! get: what i told you;memories;what you know;notes;what you remember | Search stored memories. | about | limit
! do: forget;erase from memory;delete what you know | Delete a memory. | about |
# real estate, schools, cars
estate = property_type;home_type;type | kind of property | enum house,apartment,condo,studio,villa,townhouse | a {v};{v};for {v}
beds = bedrooms;num_bedrooms;beds | number of bedrooms | int 1 6 | with {v} bedrooms;{v} bedroom;{v} beds
baths = bathrooms;baths;num_baths | number of bathrooms | int 1 4 | {v} bathrooms;and {v} baths;{v} bath
ecity = city;location;area;address | the city | place | in {v};near {v};around {v}
ebudget = max_price;budget;rent | highest price in dollars | int 500 900000 | under ${v};for up to {v};with a budget of ${v}
school = school;university;college | name of the school | title school | at {v};of {v};for {v}
grade = grade;level;school_type | the level | enum elementary,middle,high,university | {v} school;{v}
carmake = make;brand;car_make;manufacturer | the brand of the car | gaz corporations/cars | {v};of {v};by {v};a {v}
cyear = year;model_year | the model year | year | from {v};{v};of {v};year {v}
mileage = mileage;max_mileage;miles | the mileage | int 1000 150000 | under {v} miles;with {v} miles;{v} miles
garden = garden;has_parking;furnished | whether there is parking | flag | with parking:true;furnished:true;with a garden:true;without a garden:false
plate = plate;license_plate;vin | the license plate | code | {v};plate {v}
! get: homes;apartments;houses for sale;properties | Search properties. | ecity | estate beds baths ebudget garden
! get: schools;best schools | Find schools in an area. | ecity | grade rating
! get: tuition;admission requirements;ranking of a school | Look up a university. | school | cyear
! get: used cars;cars;car prices | Find cars for sale. | carmake | cyear mileage ebudget ecity
! get: vehicle history;registration | Look up a vehicle. | plate | cyear
! calc: house value;property tax;rent estimate | Estimate the price of a home. | ecity beds | baths estate
"""
