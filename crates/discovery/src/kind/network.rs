//! Addresses and fingerprints that machines give: IP, MAC, UUID, hashes.

use super::Kind;
use super::detector::{About, Shape};
use std::net::{Ipv4Addr, Ipv6Addr};

pub(super) static IP_ADDRESS: Shape = Shape {
    about: About {
        name: "ip-address",
        kind: Kind::IpAddress,
        noun: "an IP address",
        doc: "an IPv4 address in four numbers or an IPv6 address; three values where the name does not say so, \
              because version numbers look alike",
        accepts: &[
            ("client_ip", &["192.0.2.1"]),
            ("a", &["192.0.2.1", "198.51.100.7", "203.0.113.9"]),
            ("b", &["2001:db8::1", "2001:db8::2", "fe80::1"]),
        ],
        rejects: &[
            ("version", &["1.2.3", "10.0.19041.1", "1.2.3.4"]),
            ("time", &["12:34:56", "01:02:03", "23:59:59"]),
        ],
    },
    hints: &["ip", "ipaddress", "ipaddr", "ipv"],
    hinted: is_ip,
    alone: Some((is_ip, 3)),
    trust_name: false,
};

pub(super) static MAC_ADDRESS: Shape = Shape {
    about: About {
        name: "mac-address",
        kind: Kind::MacAddress,
        noun: "a hardware address",
        doc: "six pairs of hexadecimal digits between colons or dashes, or three groups of four between dots",
        accepts: &[("a", &["00:1A:2b:3c:4d:5e"]), ("b", &["00-1a-2b-3c-4d-5e"]), ("c", &["001a.2b3c.4d5e"])],
        rejects: &[("d", &["00:1a:2b:3c:4d", "00:1a-2b:3c:4d:5e", "00:1g:2b:3c:4d:5e"])],
    },
    hints: &["mac", "macaddress", "bssid"],
    hinted: is_mac,
    alone: Some((is_mac, 1)),
    trust_name: false,
};

pub(super) static UUID: Shape = Shape {
    about: About {
        name: "uuid",
        kind: Kind::Uuid,
        noun: "a universally unique identifier",
        doc: "8, 4, 4, 4 and 12 hexadecimal digits between dashes",
        accepts: &[("key", &["123e4567-e89b-12d3-a456-426614174000"])],
        rejects: &[("key", &["123e4567-e89b-12d3-a456", "123e4567e89b-12d3-a456-4266-14174000"])],
    },
    hints: &["uuid", "guid"],
    hinted: is_uuid,
    alone: Some((is_uuid, 1)),
    trust_name: false,
};

pub(super) static HASH: Shape = Shape {
    about: About {
        name: "hash",
        kind: Kind::Hash,
        noun: "a hash",
        doc: "as many hexadecimal digits as MD5, SHA-1 or SHA-2 give, or a password hash in crypt format",
        accepts: &[
            (
                "token",
                &[
                    "d41d8cd98f00b204e9800998ecf8427e",
                    "9e107d9d372bb6826bd81d3542a419d6",
                    "e4d909c290d0fb1ca068ffaddf22cbd0",
                ],
            ),
            ("hash", &["$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"]),
        ],
        rejects: &[(
            "number",
            &["12345678901234567890123456789012", "abc", "zz1d8cd98f00b204e9800998ecf8427e"],
        )],
    },
    hints: &["hash", "md5", "sha1", "sha256", "checksum", "digest", "fingerprint"],
    hinted: is_hash,
    alone: Some((is_hash, 3)),
    trust_name: false,
};

fn is_ip(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok() || text.parse::<Ipv6Addr>().is_ok()
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_mac(text: &str) -> bool {
    let groups = |separator, count, length| {
        text.split(separator).count() == count && text.split(separator).all(|group| is_hex(group, length))
    };
    groups(':', 6, 2) || groups('-', 6, 2) || groups('.', 3, 4)
}

fn is_uuid(text: &str) -> bool {
    let text = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.split('-').all(|group| is_hex(group, group.len()))
}

fn is_hash(text: &str) -> bool {
    let plain = [32, 40, 56, 64, 96, 128].iter().any(|&length| is_hex(text, length));
    let crypt = ["$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$argon2"].iter().any(|p| text.starts_with(p));
    crypt || (plain && text.bytes().any(|byte| byte.is_ascii_alphabetic()))
}
