//! Where records live: a city settles its state and the first digits of the zip code, a state settles its country.

use crate::Result;
use crate::domain::Domain;
use crate::names::{CITIES, PROVINCES};
use crate::random::{Sampler, Stream, zipf_weights};
use std::collections::HashSet;

/// The countries of Podlesny 2023, Table A.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Country {
    Germany,
    Norway,
    France,
    Italy,
    Other,
}

impl Country {
    pub(crate) const ALL: [Self; 5] = [Self::Germany, Self::Norway, Self::France, Self::Italy, Self::Other];
    /// How many records live in each, of 1,000,019.
    const INHABITANTS: [f64; 5] = [850_000.0, 50_000.0, 50_000.0, 50_000.0, 19.0];
    /// How many of the 156 states each has (Table A.8).
    const STATES: [usize; 5] = [16, 19, 27, 93, 1];
    /// How many of the 23,560 cities each has (Table A.7): Italian ones are many and small.
    const CITIES: [usize; 5] = [12_000, 800, 2750, 8000, 10];

    /// The country's code in the data.
    pub(crate) fn code(self) -> &'static str {
        ["DE", "NO", "FR", "IT", "Other"][self as usize]
    }

    /// The part of the world a country is generalized to.
    pub(crate) fn region(self) -> &'static str {
        ["Central Europe", "Northern Europe", "Western Europe", "Southern Europe", "Elsewhere"][self as usize]
    }
}

/// The German states with their share of the records in percent.
const GERMAN_STATES: [(&str, f64); 16] = [
    ("Nordrhein-Westfalen", 21.6),
    ("Bayern", 15.8),
    ("Baden-Württemberg", 13.4),
    ("Niedersachsen", 9.6),
    ("Hessen", 7.6),
    ("Rheinland-Pfalz", 4.9),
    ("Sachsen", 4.9),
    ("Berlin", 4.4),
    ("Schleswig-Holstein", 3.5),
    ("Brandenburg", 3.0),
    ("Sachsen-Anhalt", 2.6),
    ("Thüringen", 2.5),
    ("Hamburg", 2.2),
    ("Mecklenburg-Vorpommern", 1.9),
    ("Saarland", 1.2),
    ("Bremen", 0.8),
];

/// One city.
struct City {
    state: u32,
    first_zip: u32,
    zips: u32,
}

/// A place somebody lives at, as items of the domains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    pub(crate) country: Country,
    pub(crate) state: u32,
    pub(crate) city: u32,
    pub(crate) zip: u32,
}

/// All places.
pub(crate) struct Geography {
    pub(crate) countries: Domain,
    pub(crate) states: Domain,
    pub(crate) cities: Domain,
    pub(crate) zips: Domain,
    places: Vec<City>,
    state_countries: Vec<Country>,
    /// The item of each five-digit number that is a zip code.
    zip_items: Vec<u32>,
    city_sampler: Sampler,
}

impl Geography {
    /// The places of the world.
    pub(crate) fn new() -> Result<Self> {
        let mut random = Stream::world("geography");
        let (state_names, state_weights, state_countries) = states(&mut random);
        let (mut seen, mut city_names) = (HashSet::new(), Vec::new());
        let (mut places, mut weights) = (Vec::new(), Vec::new());
        let mut next_zip = vec![0; state_names.len()];
        let mut first_state = 0;
        for country in Country::ALL {
            let index = country as usize;
            let (states, count) = (Country::STATES[index], Country::CITIES[index]);
            CITIES[index].coin(count, &mut random, &mut seen, &mut city_names);
            let sampler = Sampler::new(&state_weights[first_state..first_state + states]);
            let sizes = zipf_weights(count, 30.0, 0.7);
            let total: f64 = sizes.iter().sum();
            for (rank, size) in sizes.iter().enumerate() {
                // The largest cities go round the states, so that every state has one.
                let local = if rank < states { rank as u32 } else { sampler.draw(&mut random) };
                let state = first_state as u32 + local;
                let zips = if rank < 100 { 12 } else { 1 };
                let offset = next_zip[state as usize];
                next_zip[state as usize] += zips;
                places.push(City { state, first_zip: zip_number(states, local, offset), zips });
                weights.push(size / total * Country::INHABITANTS[index]);
            }
            first_state += states;
        }
        let (zips, zip_items) = zip_domain(&places)?;
        Ok(Self {
            countries: Domain::texts(Country::ALL.map(Country::code))?,
            states: Domain::texts(state_names)?,
            cities: Domain::texts(city_names)?,
            zips,
            places,
            state_countries,
            zip_items,
            city_sampler: Sampler::new(&weights),
        })
    }

    /// A place to live.
    pub(crate) fn draw(&self, random: &mut Stream) -> Home {
        let city = self.city_sampler.draw(random);
        let place = &self.places[city as usize];
        let number = place.first_zip + random.below(place.zips);
        Home {
            country: self.state_countries[place.state as usize],
            state: place.state,
            city,
            zip: self.zip_items[number as usize],
        }
    }

    /// The state and the country of a city.
    pub(crate) fn above_city(&self, city: u32) -> Vec<String> {
        let state = self.places[city as usize].state;
        vec![self.states.text(state).to_owned(), self.state_countries[state as usize].code().to_owned()]
    }

    /// The country of a state.
    pub(crate) fn above_state(&self, state: u32) -> Vec<String> {
        vec![self.state_countries[state as usize].code().to_owned()]
    }
}

/// Names, weights within the country and countries of all states.
fn states(random: &mut Stream) -> (Vec<String>, Vec<f64>, Vec<Country>) {
    let mut names: Vec<String> = GERMAN_STATES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut weights: Vec<f64> = GERMAN_STATES.iter().map(|(_, weight)| *weight).collect();
    let mut seen: HashSet<String> = names.iter().cloned().collect();
    for (grammar, count) in PROVINCES.iter().zip(&Country::STATES[1..]) {
        grammar.coin(*count, random, &mut seen, &mut names);
        weights.extend(zipf_weights(*count, 5.0, 1.0));
    }
    names.push("Abroad".to_owned());
    weights.push(1.0);
    let countries =
        Country::ALL.into_iter().flat_map(|c| std::iter::repeat_n(c, Country::STATES[c as usize])).collect();
    (names, weights, countries)
}

const ZIP_NUMBERS: usize = 100_000;

/// The first zip code of a city: the states of a country share the five-digit numbers evenly, so that the first two
/// digits tell the state. A city's codes follow each other; a full state starts over and cities share codes.
fn zip_number(states: usize, state: u32, offset: u32) -> u32 {
    let prefixes = (100 / states as u32).max(1);
    let room = prefixes * 1000;
    state * room + (offset * 7) % (room - 12)
}

/// The zip codes in use, and the item of each number.
fn zip_domain(places: &[City]) -> Result<(Domain, Vec<u32>)> {
    let mut used = vec![false; ZIP_NUMBERS];
    for place in places {
        let first = place.first_zip as usize;
        used[first..first + place.zips as usize].fill(true);
    }
    let numbers: Vec<usize> = (0..ZIP_NUMBERS).filter(|&number| used[number]).collect();
    let mut items = vec![0; ZIP_NUMBERS];
    for (item, &number) in numbers.iter().enumerate() {
        items[number] = item as u32;
    }
    Ok((Domain::texts(numbers.iter().map(|number| format!("{number:05}")))?, items))
}
