//! Where records live.

use super::detector::{About, Basis, Detector, Label, Shape, texts, texts_or_integers};
use super::{Evidence, Kind, digits};

pub(super) static POSTCODE: Shape = Shape {
    about: About {
        name: "postcode",
        kind: Kind::Postcode,
        noun: "a postal code",
        doc: "3 to 10 letters and digits, also masked with *, where the name says so; British, Canadian and Dutch \
              codes and US ZIP+4 by five values alone",
        accepts: &[
            ("ZIP", &["10001", "60617", "64123"]),
            ("PLZ", &["01067", "10115"]),
            ("zip_code", &["1306*", "148**"]),
            ("area", &["SW1A 1AA", "M1 1AE", "B33 8TH", "CR2 6XH", "DN55 1PT"]),
            ("region", &["K1A 0B1", "H0H 0H0", "V6B 4Y8", "M5V 3L9", "T2P 2M5"]),
        ],
        rejects: &[
            ("number", &["10001", "60617", "64123", "10115", "10117"]),
            ("zip_file", &["a long file name.zip", "another.zip"]),
        ],
    },
    hints: &[
        "zip",
        "zipcode",
        "postcode",
        "postalcode",
        "plz",
        "postleitzahl",
        "codepostal",
        "codigopostal",
        "=cp",
        "=cap",
        "codicepostale",
        "postnummer",
        "kodpocztowy",
        "zcta",
    ],
    hinted: is_any_postcode,
    alone: Some((is_distinct_postcode, 5)),
    trust_name: false,
};

pub(super) static STREET: Label = Label {
    about: About {
        name: "street-address",
        kind: Kind::StreetAddress,
        noun: "a street address",
        doc: "texts with a name such as address, street, Straße, rue, calle",
        accepts: &[
            ("street_address", &["1 Main St"]),
            ("Straße", &["Am Ring 1"]),
            ("address1", &["2 Low Rd"]),
        ],
        rejects: &[("addressee_count", &["1"]), ("addresses", &["1", "2"])],
    },
    phrases: &[
        "address",
        "addr",
        "street",
        "streetname",
        "streetaddress",
        "housenumber",
        "adresse",
        "anschrift",
        "strasse",
        "hausnummer",
        "rue",
        "calle",
        "direccion",
        "domicilio",
        "indirizzo",
        "straat",
        "adres",
        "huisnummer",
        "endereco",
        "ulica",
        "adress",
    ],
    fits: texts,
};

pub(super) static CITY: Label = Label {
    about: About {
        name: "city",
        kind: Kind::City,
        noun: "a city or small area",
        doc: "texts with a name such as city, town, county, Wohnort, ville, ciudad",
        accepts: &[("city", &["Berlin", "Potsdam"]), ("birth_place", &["Rome"]), ("Wohnort", &[])],
        rejects: &[("capacity", &["a", "b"]), ("city", &["true", "false"])],
    },
    phrases: &[
        "city",
        "town",
        "village",
        "county",
        "municipality",
        "district",
        "borough",
        "neighborhood",
        "birthplace",
        "placeofbirth",
        "=location",
        "=place",
        "stadt",
        "=ort",
        "wohnort",
        "geburtsort",
        "gemeinde",
        "landkreis",
        "ville",
        "commune",
        "ciudad",
        "municipio",
        "citta",
        "comune",
        "stad",
        "plaats",
        "woonplaats",
        "geboorteplaats",
        "cidade",
        "miasto",
    ],
    fits: texts_or_integers,
};

pub(super) static STATE: Label = Label {
    about: About {
        name: "state",
        kind: Kind::State,
        noun: "a state or region",
        doc: "texts with a name such as state, province, region, Bundesland, canton",
        accepts: &[("state", &["NY", "CA"]), ("Bundesland", &["Berlin"])],
        rejects: &[("statement", &["a", "b"]), ("state", &["true", "false"])],
    },
    phrases: &[
        "state",
        "province",
        "region",
        "canton",
        "prefecture",
        "bundesland",
        "kanton",
        "departement",
        "provincia",
        "provincie",
        "comunidad",
        "regione",
        "estado",
        "statename",
        "statecode",
    ],
    fits: texts_or_integers,
};

pub(super) static COUNTRY: Label = Label {
    about: About {
        name: "country",
        kind: Kind::Country,
        noun: "a country",
        doc: "texts with a name such as country, Land, pays, país",
        accepts: &[("native-country", &["Cuba", "India"]), ("País", &["ES"])],
        rejects: &[("county", &["Kent"]), ("landing", &["a"])],
    },
    phrases: &[
        "country",
        "nation",
        "=land",
        "herkunftsland",
        "geburtsland",
        "wohnland",
        "pays",
        "pais",
        "paese",
        "countrycode",
        "countryname",
        "kraj",
    ],
    fits: texts_or_integers,
};

pub(super) static COORDINATES: Shape = Shape {
    about: About {
        name: "coordinates",
        kind: Kind::Coordinates,
        noun: "a position on Earth",
        doc: "latitude and longitude in one text, each with three decimals or more",
        accepts: &[("p", &["52.5200, 13.4050", "-33.8688,151.2093", "48.8566 2.3522"])],
        rejects: &[("p", &["52.5, 13.4", "1,2", "99.1234, 200.1234"])],
    },
    hints: &["coordinate", "latlon", "latlng", "geolocation", "geo", "gps", "position"],
    hinted: is_position,
    alone: Some((is_position, 3)),
    trust_name: false,
};

/// Latitudes and longitudes in columns of their own.
pub(super) struct LatitudeOrLongitude;

const LATITUDE: About = About {
    name: "latitude-longitude",
    kind: Kind::Coordinates,
    noun: "a latitude or longitude",
    doc: "degrees within ±90 or ±180 with a name such as latitude, lon, Breitengrad",
    accepts: &[("lat", &["52.52", "-33.86"]), ("home_longitude", &["151.2", "13.4"])],
    rejects: &[("lat", &["152.52"]), ("latency", &["12.5"]), ("lon", &["400", "20"])],
};

impl Detector for LatitudeOrLongitude {
    fn about(&self) -> &About {
        &LATITUDE
    }

    fn examine(&self, evidence: &Evidence<'_>) -> Option<Basis> {
        let name = evidence.name();
        let limit = if name.has(&["lat", "latitude", "breitengrad", "latitud", "latitudine"]) {
            90.0
        } else if name.has(&["lon", "lng", "longitude", "=long", "laengengrad", "longitud", "longitudine"]) {
            180.0
        } else {
            return None;
        };
        evidence.within(-limit, limit).then_some(Basis::Name)
    }
}

fn is_any_postcode(text: &str) -> bool {
    let code = |c: char| c.is_ascii_alphanumeric() || " -*".contains(c);
    (3..=10).contains(&text.len())
        && text.chars().all(code)
        && text.contains(|c: char| c.is_ascii_digit() || c == '*')
}

/// Codes that hardly anything else looks like.
fn is_distinct_postcode(text: &str) -> bool {
    let shape: String = text
        .chars()
        .map(|c| match c {
            'A'..='Z' => 'A',
            '0'..='9' => '0',
            other => other,
        })
        .collect();
    matches!(
        shape.as_str(),
        "A0 0AA" | "A00 0AA" | "AA0 0AA" | "AA00 0AA" | "A0A 0AA" | "AA0A 0AA" // British
            | "A0A 0A0" | "0000 AA" | "00000-0000" // Canadian, Dutch, ZIP+4
    )
}

fn is_position(text: &str) -> bool {
    let inner = text.trim_start_matches('(').trim_end_matches(')');
    let Some((latitude, longitude)) = inner.split_once([',', ' ', ';']) else { return false };
    let within = |part: &str, limit: f64| {
        let decimals = part.split_once('.').map_or("", |(_, decimals)| decimals);
        decimals.len() >= 3
            && digits::digits(decimals, b"").is_some()
            && part.parse::<f64>().is_ok_and(|degrees| degrees.abs() <= limit)
    };
    within(latitude.trim(), 90.0) && within(longitude.trim(), 180.0)
}
