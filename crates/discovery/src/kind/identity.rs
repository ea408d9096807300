//! Names on systems, secrets, pictures and traits of the body.

use super::Kind;
use super::detector::{About, Label, texts, texts_or_integers};

pub(super) static USERNAME: Label = Label {
    about: About {
        name: "username",
        kind: Kind::Username,
        noun: "a name on a system",
        doc: "texts with a name such as user name, login, nickname, Benutzername",
        accepts: &[("user_name", &["ada", "grace"]), ("login", &["ada"]), ("Benutzername", &[])],
        rejects: &[("login_count", &["3", "4"]), ("user", &["1", "2"])],
    },
    phrases: &[
        "username",
        "login",
        "nickname",
        "screenname",
        "userhandle",
        "=handle",
        "loginname",
        "twitter",
        "instagram",
        "skype",
        "benutzername",
        "nomutilisateur",
        "gebruikersnaam",
        "=user",
        "alias",
    ],
    fits: texts,
};

pub(super) static PASSWORD: Label = Label {
    about: About {
        name: "password",
        kind: Kind::Password,
        noun: "a password or secret",
        doc: "texts or whole numbers with a name such as password, passwd, Passwort, PIN",
        accepts: &[("password", &["hunter2"]), ("PIN", &["1234", "9876"]), ("passwordHash", &["x1"])],
        rejects: &[("pinned", &["1"]), ("password", &["true", "false"])],
    },
    phrases: &[
        "password",
        "passwd",
        "pwd",
        "passphrase",
        "=pin",
        "pincode",
        "passwort",
        "kennwort",
        "motdepasse",
        "contrasena",
        "wachtwoord",
        "apikey",
        "accesstoken",
        "secret",
    ],
    fits: texts_or_integers,
};

pub(super) static BIOMETRIC: Label = Label {
    about: About {
        name: "biometric",
        kind: Kind::Biometric,
        noun: "a biometric trait",
        doc: "texts with a name such as fingerprint, retina, voiceprint, face id",
        accepts: &[("fingerprint", &["x", "y"]), ("retina_scan", &["a"])],
        rejects: &[("iris_species", &["setosa"]), ("biometric", &["true", "false"])],
    },
    phrases: &[
        "fingerprint",
        "biometric",
        "retina",
        "irisscan",
        "iriscode",
        "voiceprint",
        "faceid",
        "faceprint",
        "faceembedding",
        "fingerabdruck",
        "empreinte",
        "huelladactilar",
        "vingerafdruk",
    ],
    fits: texts,
};

pub(super) static PHOTO: Label = Label {
    about: About {
        name: "photo",
        kind: Kind::Photo,
        noun: "a picture of a person",
        doc: "texts with a name such as photo, picture, portrait, avatar",
        accepts: &[("photo", &["a.jpg", "b.jpg"]), ("profile_picture", &["x"])],
        rejects: &[("photos", &["1", "2"]), ("photon", &["a"])],
    },
    phrases: &[
        "photo",
        "photograph",
        "picture",
        "portrait",
        "avatar",
        "selfie",
        "faceimage",
        "=image",
        "foto",
        "lichtbild",
        "passbild",
    ],
    fits: texts,
};
