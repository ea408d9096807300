//! The parts that names are put together from, by country (Germany, Norway, France, Italy) and gender.

use super::Grammar;

/// Given names: by country, then female and male.
pub(super) const GIVEN: [[Grammar; 2]; 4] = [
    [
        Grammar {
            common: &[
                "Anna", "Maria", "Ursula", "Monika", "Petra", "Sabine", "Lena", "Julia", "Laura", "Emma",
            ],
            beginnings: &[
                "An", "Ber", "Chri", "Do", "El", "Fri", "Ger", "Han", "Il", "Jo", "Kat", "Lo", "Ma", "Ni",
            ],
            middles: &[
                "be", "da", "fri", "ge", "hil", "ka", "le", "li", "ma", "na", "ri", "sa", "tra", "wi", "ze",
            ],
            endings: &[
                "de", "gard", "hild", "ina", "ine", "ka", "la", "lind", "na", "rike", "run", "ta", "trud",
            ],
        },
        Grammar {
            common: &[
                "Peter", "Michael", "Thomas", "Andreas", "Stefan", "Klaus", "Jan", "Paul", "Lukas", "Felix",
            ],
            beginnings: &[
                "Al", "Ber", "Die", "Eck", "Fried", "Ger", "Hart", "Ing", "Jo", "Kon", "Lud", "Man", "Ott",
            ],
            middles: &[
                "ba", "che", "de", "fri", "gi", "ha", "ke", "li", "ma", "no", "ra", "ri", "sel", "ti", "wi",
            ],
            endings: &[
                "bert", "dolf", "fred", "gard", "hard", "helm", "las", "mann", "mar", "mund", "rich", "win",
            ],
        },
    ],
    [
        Grammar {
            common: &["Ingrid", "Kari", "Solveig", "Astrid", "Marit", "Nora"],
            beginnings: &[
                "As", "Bjør", "Dag", "Ei", "Fri", "Gun", "Hei", "Ing", "Kar", "Liv", "Mar", "Sol", "Tor",
            ],
            middles: &["a", "bjø", "e", "fri", "ge", "la", "ne", "ri", "sø", "va"],
            endings: &["borg", "dis", "frid", "gerd", "hild", "laug", "ne", "ri", "run", "veig", "vår", "ya"],
        },
        Grammar {
            common: &["Lars", "Olav", "Kjell", "Sverre", "Magnus", "Henrik"],
            beginnings: &[
                "Arn", "Bjør", "Dag", "Ei", "Fin", "Gud", "Hal", "Ing", "Jø", "Knu", "Leif", "Odd", "Sig",
            ],
            middles: &["a", "bjø", "e", "fin", "ge", "la", "ne", "ri", "sø", "va"],
            endings: &[
                "ar", "bjørn", "finn", "geir", "leif", "mund", "nar", "stein", "tor", "vald", "vard", "vind",
            ],
        },
    ],
    [
        Grammar {
            common: &["Marie", "Martine", "Camille", "Claire", "Juliette", "Chantal"],
            beginnings: &[
                "A", "Be", "Cé", "Do", "É", "Flo", "Ga", "Hé", "Jo", "Lau", "Ma", "No", "Pau", "Ro", "Vi",
            ],
            middles: &["bri", "ci", "de", "fa", "gé", "la", "li", "mé", "no", "ri", "si", "ta", "va"],
            endings: &[
                "belle", "cie", "dette", "line", "lle", "lène", "nce", "nie", "rine", "sette", "tienne", "ve",
            ],
        },
        Grammar {
            common: &["Jean", "Pierre", "Louis", "Antoine", "Olivier", "Hugo"],
            beginnings: &[
                "A", "Be", "Cé", "Da", "É", "Fa", "Gau", "Ho", "Ja", "Lau", "Ma", "No", "Pa", "Ro", "Thi",
            ],
            middles: &["bri", "ci", "do", "fa", "gé", "la", "li", "mé", "no", "ri", "si", "ta", "va"],
            endings: &[
                "bault", "cien", "don", "gard", "lien", "mond", "nard", "ric", "rand", "rien", "tin", "vain",
            ],
        },
    ],
    [
        Grammar {
            common: &["Giulia", "Chiara", "Francesca", "Sofia", "Paola", "Elena"],
            beginnings: &[
                "A", "Bea", "Car", "Do", "Fio", "Gi", "Il", "Lo", "Mar", "Ni", "Or", "Pa", "Ro", "Sil",
            ],
            middles: &["bri", "ce", "da", "fi", "ga", "li", "lo", "mi", "na", "re", "si", "te", "vi"],
            endings: &[
                "bella", "cia", "della", "etta", "ina", "lda", "letta", "nella", "ora", "rina", "sca", "zia",
            ],
        },
        Grammar {
            common: &["Marco", "Giuseppe", "Luca", "Paolo", "Matteo", "Franco"],
            beginnings: &[
                "Al", "Be", "Ca", "Do", "Fe", "Gian", "Il", "Lo", "Ma", "Ni", "Or", "Pa", "Ro", "Sal",
            ],
            middles: &["bri", "ce", "da", "fi", "ga", "li", "lo", "mi", "na", "re", "si", "te", "vi"],
            endings: &[
                "berto", "cio", "dino", "fredo", "lio", "menco", "nardo", "renzo", "rico", "sto", "tore",
                "zo",
            ],
        },
    ],
];

/// Surnames by country.
pub(super) const SURNAMES: [Grammar; 4] = [
    Grammar {
        common: &["Müller", "Schmidt", "Schneider", "Fischer", "Weber", "Meyer", "Wagner", "Becker", "Koch"],
        beginnings: &[
            "Al", "Bach", "Brand", "Dorn", "Eber", "Feld", "Gold", "Grün", "Hage", "Hoff", "Kalt", "Kirch",
            "Lang", "Lin", "Mühl", "Neu", "Ober", "Pohl", "Rein", "Roth", "Sand", "Schön", "Stein", "Tann",
            "Wald", "Zim",
        ],
        middles: &[
            "ber", "en", "er", "gen", "holz", "in", "ler", "mer", "nau", "ren", "sen", "ter", "wald", "wein",
        ],
        endings: &[
            "bach", "bauer", "berg", "brecht", "dorf", "ecker", "feld", "gart", "hammer", "huber", "ing",
            "ke", "land", "ler", "mann", "meier", "müller", "rich", "schmied", "stedt", "stein", "thal",
            "wirth", "ert",
        ],
    },
    Grammar {
        common: &["Hansen", "Olsen", "Larsen", "Berg", "Haugen"],
        beginnings: &[
            "Aas", "Bakke", "Bjør", "Dal", "Eid", "Fjell", "Grø", "Haug", "Lie", "Mo", "Ny", "Røk", "Strøm",
        ],
        middles: &["a", "be", "e", "ke", "le", "ma", "ne", "re", "sæ", "te"],
        endings: &[
            "berg", "dal", "eng", "gaard", "heim", "land", "lien", "nes", "rud", "sen", "stad", "vik", "ås",
        ],
    },
    Grammar {
        common: &["Martin", "Bernard", "Dubois", "Moreau", "Laurent"],
        beginnings: &[
            "Beau", "Bois", "Car", "Châ", "Dela", "Du", "Fon", "Gué", "La", "Le", "Mal", "Mon", "Per", "Ver",
        ],
        middles: &["ber", "ché", "der", "gne", "li", "mai", "nar", "ri", "san", "ton", "va"],
        endings: &[
            "bert", "champ", "court", "don", "geot", "llard", "mont", "nière", "rand", "rieux", "taine",
            "vier",
        ],
    },
    Grammar {
        common: &["Rossi", "Russo", "Ferrari", "Bianchi", "Romano"],
        beginnings: &[
            "Al", "Bel", "Ca", "Del", "Fer", "Gal", "Lom", "Man", "Mon", "Pel", "Ric", "San", "Tor", "Ven",
        ],
        middles: &["be", "ci", "da", "fa", "gno", "la", "mi", "na", "ra", "se", "ti", "va"],
        endings: &[
            "bini", "cci", "dini", "etti", "gnoli", "lini", "lucci", "nelli", "rino", "soni", "telli", "zzi",
        ],
    },
];

/// Cities by country.
pub(crate) const CITIES: [Grammar; 5] = [
    Grammar {
        common: &[],
        beginnings: &[
            "Alt", "Bad Erl", "Birk", "Buch", "Dorn", "Eich", "Erl", "Groß", "Hasel", "Hirsch", "Klein",
            "Kron", "Lauter", "Linden", "Mittel", "Nieder", "Ober", "Rosen", "Schwarz", "Stein", "Unter",
            "Wald", "Weiß",
        ],
        middles: &[
            "ach", "bern", "eck", "en", "hart", "holz", "ling", "mar", "mers", "ren", "sel", "tal", "wiesen",
        ],
        endings: &[
            "au", "bach", "berg", "bronn", "burg", "dorf", "felden", "furt", "hagen", "hausen", "heim",
            "hofen", "ingen", "kirchen", "leben", "münster", "rode", "stadt", "stedt", "walde", "weiler",
            "werder",
        ],
    },
    Grammar {
        common: &[],
        beginnings: &[
            "Bjerk", "Dals", "Elve", "Fjær", "Gran", "Hamne", "Lang", "Nord", "Sol", "Sør", "Tøns", "Vest",
        ],
        middles: &["a", "e", "en", "er", "må", "ne", "sel"],
        endings: &[
            "berg", "bygd", "dal", "eid", "fjord", "havn", "nes", "sjøen", "sund", "vik", "våg", "øya",
        ],
    },
    Grammar {
        common: &[],
        beginnings: &[
            "Aubi",
            "Beau",
            "Bourg-",
            "Châtel",
            "Font",
            "La Roche-",
            "Mont",
            "Saint-",
            "Val",
            "Ville",
        ],
        middles: &["ber", "ché", "dou", "lé", "mar", "nau", "ri", "sou", "ver"],
        endings: &[
            "bourg", "court", "gnac", "lieu", "llers", "mont", "ncy", "rac", "sson", "ville", "viers", "zac",
        ],
    },
    Grammar {
        common: &[],
        beginnings: &[
            "Al", "Bor", "Castel ", "Civi", "Fon", "Mon", "Pie", "Roc", "San ", "Santa ", "Val", "Ver",
        ],
        middles: &["be", "ca", "de", "fa", "ga", "la", "mi", "no", "pe", "ra", "se", "ti"],
        endings: &[
            "bate", "cello", "dola", "gnano", "lara", "mona", "nova", "rate", "rosso", "sano", "tina", "zzo",
        ],
    },
    Grammar {
        common: &[],
        beginnings: &["Kor", "Nel", "Tar", "Vos"],
        middles: &["a", "i", "o"],
        endings: &["lund", "mar", "ton", "ven"],
    },
];

/// The regions inside a country that has no list of its own, by country from Norway on.
pub(crate) const PROVINCES: [Grammar; 3] = [
    Grammar {
        common: &[],
        beginnings: &["Aust", "Fjell", "Hå", "Nord", "Sør", "Vest", "Øst"],
        middles: &["er", "ing"],
        endings: &["fold", "land", "mark", "rike"],
    },
    Grammar {
        common: &[],
        beginnings: &["Basse-", "Haute-", "Val-de-"],
        middles: &["Bre", "Cor", "Gar", "Lo"],
        endings: &["logne", "mandie", "rienne", "vence"],
    },
    Grammar {
        common: &[],
        beginnings: &["Ar", "Be", "Cre", "Fe", "Go", "Li", "Man", "Pia", "Ra", "Ter", "Vi"],
        middles: &["be", "la", "mo", "ri"],
        endings: &["cenza", "gusa", "llino", "mona", "rara", "vorno"],
    },
];

/// Streets.
pub(crate) const STREETS: Grammar = Grammar {
    common: &[],
    beginnings: &[
        "Ahorn", "Berg", "Birken", "Brunnen", "Dorf", "Feld", "Garten", "Kirch", "Linden", "Mühl", "Schul",
    ],
    middles: &["acker", "anger", "bach", "eich", "grund", "hof", "rain", "tal", "wiesen"],
    endings: &["allee", "gasse", "platz", "ring", "straße", "ufer", "weg", "winkel"],
};

/// The first word of a company.
pub(super) const COMPANIES: Grammar = Grammar {
    common: &[],
    beginnings: &[
        "Ar", "Bel", "Cor", "Del", "Fen", "Gal", "Hel", "Kor", "Lum", "Mer", "Nor", "Ost", "Pra", "Quo",
        "Sil",
    ],
    middles: &["a", "bi", "de", "i", "la", "mo", "ne", "ri", "to"],
    endings: &["bex", "dia", "fort", "gen", "lux", "mar", "nova", "plan", "ra", "san", "tek", "via", "ward"],
};
