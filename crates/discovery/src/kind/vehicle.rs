//! Identifiers of vehicles and devices.

use super::detector::{About, Label, Shape, texts_or_integers};
use super::{Kind, digits};

pub(super) static VIN: Shape = Shape {
    about: About {
        name: "vin",
        kind: Kind::Vehicle,
        noun: "a vehicle identification number",
        doc: "17 letters and digits without I, O and Q, and a valid check digit where the name does not say so",
        accepts: &[
            ("vin", &["WVWZZZ1JZXW000001"]),
            ("v", &["1M8GDM9AXKP042788", "11111111111111111", "1HGCM82633A004352", "5GZCZ43D13S812715"]),
        ],
        rejects: &[
            ("v", &["WVWZZZ1JZXW000001", "WVWZZZ1JZXW000002", "WVWZZZ1JZXW000003"]),
            ("vin", &["red", "white"]),
        ],
    },
    hints: &["vin", "chassis", "fahrgestellnummer", "vehicleidentificationnumber"],
    hinted: is_vin_shape,
    alone: Some((|text| is_vin_shape(text) && has_vin_check_digit(text), 4)),
    trust_name: false,
};

pub(super) static PLATE: Label = Label {
    about: About {
        name: "licence-plate",
        kind: Kind::Vehicle,
        noun: "a licence plate",
        doc: "a name such as licence plate, registration plate, Kennzeichen, targa",
        accepts: &[("license_plate", &["ABC 123"]), ("Kennzeichen", &["B-AB 123"])],
        rejects: &[("plate_type", &["A"]), ("license_plate", &["1.5", "2.5"])],
    },
    phrases: &[
        "licenseplate",
        "licenceplate",
        "numberplate",
        "plateno",
        "platenumber",
        "kennzeichen",
        "=targa",
        "kenteken",
    ],
    fits: texts_or_integers,
};

pub(super) static IMEI: Shape = Shape {
    about: About {
        name: "imei",
        kind: Kind::Device,
        noun: "an IMEI",
        doc: "15 digits with a Luhn check digit; eight values where the name does not say so",
        accepts: &[("imei", &["490154203237518", "356938035643809"])],
        rejects: &[("imei", &["490154203237519"]), ("n", &["490154203237518"])],
    },
    hints: &["imei"],
    hinted: is_imei,
    alone: Some((is_imei, 8)),
    trust_name: true,
};

pub(super) static DEVICE: Label = Label {
    about: About {
        name: "device",
        kind: Kind::Device,
        noun: "an identifier of a device",
        doc: "a name such as device id, serial number, Seriennummer",
        accepts: &[("device_id", &["A-1", "A-2"]), ("SerialNumber", &["77", "78"])],
        rejects: &[("device", &["phone", "tablet"]), ("device_id", &["true", "false"])],
    },
    phrases: &[
        "deviceid",
        "deviceno",
        "devicenumber",
        "deviceserial",
        "serialnumber",
        "serialno",
        "imsi",
        "iccid",
        "seriennummer",
        "geraetenummer",
        "advertisingid",
        "idfa",
        "gaid",
        "udi",
    ],
    fits: texts_or_integers,
};

fn is_vin_shape(text: &str) -> bool {
    text.len() == 17
        && text.bytes().all(|b| b.is_ascii_digit() || (b.is_ascii_uppercase() && !b"IOQ".contains(&b)))
        && text.bytes().any(|b| b.is_ascii_digit())
}

/// The ninth character of a North American number is the weighted sum of all by 11, with X for ten.
fn has_vin_check_digit(text: &str) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let value = |byte: u8| match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'H' => byte - b'A' + 1,
        b'J'..=b'R' => byte - b'J' + 1,
        _ => byte - b'S' + 2,
    };
    let values: Vec<u8> = text.bytes().map(value).collect();
    let check = match digits::weighted(&values, &WEIGHTS) % 11 {
        10 => b'X',
        rest => b'0' + rest as u8,
    };
    text.as_bytes()[8] == check
}

fn is_imei(text: &str) -> bool {
    digits::exactly::<15>(text, b"- ").is_some_and(|d| digits::luhn(&d) && d.iter().any(|&digit| digit != 0))
}
