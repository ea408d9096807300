//! Countries and territories by the regions of the United Nations' M49 standard.

/// A region, its continent, and its countries: names and ISO 3166 codes, spelled in lower-case letters alone.
struct Region {
    name: &'static str,
    continent: &'static str,
    countries: &'static str,
}

/// The region and the continent of a country.
pub(super) fn place(value: &str) -> Option<(&'static str, &'static str)> {
    let name = plain(value);
    if name.is_empty() {
        return None;
    }
    let is_here = |region: &&Region| region.countries.split_ascii_whitespace().any(|known| known == name);
    REGIONS.iter().find(is_here).map(|region| (region.name, region.continent))
}

/// The letters of a name, without case and accents.
fn plain(value: &str) -> String {
    let letter = |letter: char| match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => Some('a'),
        'ç' => Some('c'),
        'é' | 'è' | 'ê' | 'ë' => Some('e'),
        'í' | 'ì' | 'î' | 'ï' => Some('i'),
        'ñ' => Some('n'),
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => Some('o'),
        'ú' | 'ù' | 'û' | 'ü' => Some('u'),
        letter if letter.is_alphabetic() => Some(letter),
        _ => None,
    };
    value.chars().flat_map(char::to_lowercase).filter_map(letter).collect()
}

const REGIONS: [Region; 23] = [
    Region {
        name: "Northern America",
        continent: "Americas",
        countries: "unitedstates unitedstatesofamerica us usa america canada ca can bermuda bm bmu greenland gl grl \
                    saintpierreandmiquelon pm spm",
    },
    Region {
        name: "Central America",
        continent: "Americas",
        countries: "mexico mx mex guatemala gt gtm honduras hn hnd elsalvador sv slv nicaragua ni nic costarica cr cri \
                    panama pa pan belize bz blz",
    },
    Region {
        name: "Caribbean",
        continent: "Americas",
        countries: "cuba cu cub jamaica jm jam haiti ht hti dominicanrepublic do dom puertorico pr pri trinidadandtobago \
                    trinidadtobago trinadadtobago tt tto bahamas thebahamas bs bhs barbados bb brb grenada gd grd dominica dm dma \
                    saintlucia lc lca saintvincentandthegrenadines vc vct antiguaandbarbuda ag atg saintkittsandnevis kn kna \
                    aruba aw abw curacao cw cuw martinique mq mtq guadeloupe gp glp caymanislands ky cym anguilla ai aia \
                    montserrat ms msr britishvirginislands vg vgb usvirginislands virginislands vi vir sintmaarten sx sxm \
                    turksandcaicosislands tc tca",
    },
    Region {
        name: "South America",
        continent: "Americas",
        countries: "brazil br bra argentina ar arg chile cl chl peru pe per colombia columbia co col venezuela ve ven ecuador \
                    ec ecu bolivia bo bol paraguay py pry uruguay uy ury guyana gy guy suriname sr sur frenchguiana gf guf \
                    falklandislands fk flk",
    },
    Region {
        name: "Northern Europe",
        continent: "Europe",
        countries: "unitedkingdom uk gb gbr greatbritain england scotland wales northernireland ireland ie irl denmark dk dnk \
                    sweden se swe norway no nor finland fi fin iceland is isl estonia ee est latvia lv lva lithuania lt ltu \
                    faroeislands fo fro isleofman im imn jersey je jey guernsey gg ggy",
    },
    Region {
        name: "Western Europe",
        continent: "Europe",
        countries: "germany deutschland de deu france fr fra netherlands thenetherlands holland holandnetherlands nl nld belgium \
                    be bel luxembourg lu lux austria at aut switzerland ch che liechtenstein li lie monaco mc mco",
    },
    Region {
        name: "Southern Europe",
        continent: "Europe",
        countries: "italy it ita spain es esp portugal pt prt greece gr grc malta mt mlt croatia hr hrv slovenia si svn serbia rs \
                    srb montenegro me mne bosniaandherzegovina ba bih northmacedonia macedonia mk mkd albania al alb kosovo xk \
                    xkx andorra ad and sanmarino sm smr vaticancity holysee va vat gibraltar gi gib yugoslavia",
    },
    Region {
        name: "Eastern Europe",
        continent: "Europe",
        countries: "poland pl pol czechia czechrepublic cz cze slovakia sk svk hungary hu hun romania ro rou bulgaria bg bgr \
                    ukraine ua ukr belarus by blr moldova md mda russia russianfederation ru rus sovietunion ussr",
    },
    Region {
        name: "Northern Africa",
        continent: "Africa",
        countries: "egypt eg egy morocco ma mar algeria dz dza tunisia tn tun libya ly lby sudan sd sdn westernsahara eh esh",
    },
    Region {
        name: "Western Africa",
        continent: "Africa",
        countries: "nigeria ng nga ghana gh gha senegal sn sen cotedivoire ivorycoast ci civ mali ml mli burkinafaso bf bfa niger \
                    ne ner benin bj ben togo tg tgo guinea gn gin guineabissau gw gnb sierraleone sl sle liberia lr lbr gambia \
                    thegambia gm gmb mauritania mr mrt caboverde capeverde cv cpv sainthelena sh shn",
    },
    Region {
        name: "Middle Africa",
        continent: "Africa",
        countries: "cameroon cm cmr chad td tcd gabon ga gab congo republicofthecongo cg cog democraticrepublicofthecongo \
                    drcongo cd cod centralafricanrepublic cf caf equatorialguinea gq gnq angola ao ago saotomeandprincipe st stp",
    },
    Region {
        name: "Eastern Africa",
        continent: "Africa",
        countries: "kenya ke ken ethiopia et eth tanzania tz tza uganda ug uga rwanda rw rwa burundi bi bdi somalia so som djibouti \
                    dj dji eritrea er eri madagascar mg mdg malawi mw mwi mozambique mz moz zambia zm zmb zimbabwe zw zwe mauritius \
                    mu mus seychelles sc syc comoros km com southsudan ss ssd reunion re reu mayotte yt myt",
    },
    Region {
        name: "Southern Africa",
        continent: "Africa",
        countries: "southafrica za zaf namibia na nam botswana bw bwa lesotho ls lso eswatini swaziland sz swz",
    },
    Region {
        name: "Western Asia",
        continent: "Asia",
        countries: "turkey turkiye tr tur israel il isr palestine ps pse lebanon lb lbn syria sy syr jordan jo jor iraq iq irq \
                    saudiarabia sa sau yemen ye yem oman om omn unitedarabemirates uae ae are qatar qa qat bahrain bh bhr kuwait \
                    kw kwt cyprus cy cyp georgia ge geo armenia am arm azerbaijan az aze",
    },
    Region {
        name: "Central Asia",
        continent: "Asia",
        countries: "kazakhstan kz kaz uzbekistan uz uzb turkmenistan tm tkm kyrgyzstan kg kgz tajikistan tj tjk",
    },
    Region {
        name: "Southern Asia",
        continent: "Asia",
        countries: "india in ind pakistan pk pak bangladesh bd bgd srilanka lk lka nepal np npl bhutan bt btn maldives mv mdv iran \
                    islamicrepublicofiran ir irn afghanistan af afg",
    },
    Region {
        name: "Eastern Asia",
        continent: "Asia",
        countries: "china cn chn japan jp jpn southkorea republicofkorea korea kr kor northkorea kp prk taiwan tw twn hongkong hong \
                    hk hkg macao macau mo mac mongolia mn mng",
    },
    Region {
        name: "South-eastern Asia",
        continent: "Asia",
        countries: "vietnam vn vnm thailand th tha philippines ph phl indonesia id idn malaysia my mys singapore sg sgp myanmar burma \
                    mm mmr cambodia kh khm laos la lao brunei bruneidarussalam bn brn timorleste easttimor tl tls",
    },
    Region {
        name: "Australia and New Zealand",
        continent: "Oceania",
        countries: "australia au aus newzealand nz nzl norfolkisland nf nfk",
    },
    Region {
        name: "Melanesia",
        continent: "Oceania",
        countries: "papuanewguinea pg png fiji fj fji solomonislands sb slb vanuatu vu vut newcaledonia nc ncl",
    },
    Region {
        name: "Micronesia",
        continent: "Oceania",
        countries: "guam gu gum outlyingusguamusvietc northernmarianaislands mp mnp palau pw plw micronesia fm fsm marshallislands mh mhl \
                    nauru nr nru kiribati ki kir",
    },
    Region {
        name: "Polynesia",
        continent: "Oceania",
        countries: "samoa ws wsm americansamoa as asm tonga to ton tuvalu tv tuv frenchpolynesia pf pyf cookislands ck cok niue nu niu",
    },
    Region { name: "Antarctica", continent: "Antarctica", countries: "antarctica aq ata" },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_name_or_code_is_in_two_regions() {
        let mut seen = HashSet::new();
        for name in REGIONS.iter().flat_map(|region| region.countries.split_ascii_whitespace()) {
            assert!(seen.insert(name), "{name}");
            assert_eq!(plain(name), name);
        }
        assert!(seen.len() > 550);
    }
}
