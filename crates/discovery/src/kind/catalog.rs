//! The kinds of information, with the role each suggests.

use lethe_data::Role;
use serde::{Serialize, Serializer};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $role:ident;)+) => {
        /// A kind of information about records.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Kind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name users see.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The role that a column of this kind should play.
            pub fn role(self) -> Role {
                match self {
                    $(Self::$variant => Role::$role,)+
                }
            }
        }
    };
}

kinds! {
    /// An e-mail address.
    Email = "email", Identifying;
    /// A telephone or fax number.
    Phone = "phone", Identifying;
    /// A web address.
    Url = "url", Identifying;
    /// An IPv4 or IPv6 address.
    IpAddress = "ip-address", Identifying;
    /// The hardware address of a network device.
    MacAddress = "mac-address", Identifying;
    /// A universally unique identifier.
    Uuid = "uuid", Identifying;
    /// A hash or fingerprint of something, often of an identifier.
    Hash = "hash", Identifying;
    /// A payment card number.
    PaymentCard = "payment-card", Identifying;
    /// An international bank account number.
    Iban = "iban", Identifying;
    /// A bank account in another notation.
    BankAccount = "bank-account", Identifying;
    /// A US social security number.
    Ssn = "ssn", Identifying;
    /// Another number that a state gives to a person.
    NationalId = "national-id", Identifying;
    /// A vehicle identification number or licence plate.
    Vehicle = "vehicle", Identifying;
    /// A serial number or other identifier of a device.
    Device = "device", Identifying;
    /// A licence or certificate number.
    License = "license", Identifying;
    /// A number an organisation gives to a person or a record of theirs.
    RecordNumber = "record-number", Identifying;
    /// A name a person uses on a system.
    Username = "username", Identifying;
    /// A password or other secret.
    Password = "password", Identifying;
    /// A measured trait of the body that identifies.
    Biometric = "biometric", Identifying;
    /// A picture of a person.
    Photo = "photo", Identifying;
    /// A given name.
    GivenName = "given-name", Identifying;
    /// A family name.
    Surname = "surname", Identifying;
    /// A person's whole name.
    FullName = "full-name", Identifying;
    /// A street with or without house number.
    StreetAddress = "street-address", Identifying;
    /// Texts in which anything may be written.
    FreeText = "free-text", Identifying;
    /// A postal code.
    Postcode = "postcode", Quasi;
    /// A city or other small area.
    City = "city", Quasi;
    /// A state, province or region.
    State = "state", Quasi;
    /// A country.
    Country = "country", Quasi;
    /// A position on Earth.
    Coordinates = "coordinates", Quasi;
    /// A date or year of birth.
    DateOfBirth = "date-of-birth", Quasi;
    /// An age.
    Age = "age", Quasi;
    /// Any other date or moment.
    Date = "date", Quasi;
    /// A gender.
    Gender = "gender", Quasi;
    /// A race or ethnic origin.
    Ethnicity = "ethnicity", Quasi;
    /// A nationality or citizenship.
    Nationality = "nationality", Quasi;
    /// A language spoken.
    Language = "language", Quasi;
    /// A marital status or household relation.
    MaritalStatus = "marital-status", Quasi;
    /// A level of education.
    Education = "education", Quasi;
    /// An occupation.
    Occupation = "occupation", Quasi;
    /// An employer or other organisation.
    Company = "company", Quasi;
    /// A diagnosis in one of the code systems for them.
    DiseaseCode = "disease-code", Sensitive;
    /// A disease, diagnosis or symptom.
    Disease = "disease", Sensitive;
    /// A drug or treatment.
    Treatment = "treatment", Sensitive;
    /// A measurement of somebody's health.
    HealthMeasure = "health-measure", Sensitive;
    /// Genetic information.
    Genetic = "genetic", Sensitive;
    /// An income, salary or fortune.
    Income = "income", Sensitive;
    /// A religion or belief.
    Religion = "religion", Sensitive;
    /// A political opinion or membership in a union.
    PoliticalOpinion = "political-opinion", Sensitive;
    /// A sexual orientation.
    SexualOrientation = "sexual-orientation", Sensitive;
    /// A conviction or offence.
    CriminalRecord = "criminal-record", Sensitive;
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
