//! What a browser calls itself, in words that its owner knows.

use crate::text::{self, Lang};

/// Browsers by the sign in their name; the first that fits, since most also claim to be Chrome and Safari.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("QQBrowser", "QQ"),
    ("UCBrowser", "UC"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by the sign in the browser's name; the first that fits.
const SYSTEMS: [(&str, &str); 8] = [
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// `Chrome · Windows`; what is not known is said to be so.
pub fn describe(lang: Lang, client: &str) -> String {
    let first = |list: &[(&'static str, &'static str)]| {
        list.iter().find(|(sign, _)| client.contains(sign)).map(|(_, name)| *name)
    };
    let browser = match client.contains("MicroMessenger/") {
        true => Some(text::text(lang, "accounts.client.wechat")),
        false => first(&BROWSERS),
    };
    match (browser, first(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} · {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => text::text(lang, "accounts.client.unknown").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_as_their_owners_know_them() {
        let said = |client: &str| describe(Lang::En, client);
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36";
        assert_eq!(said(chrome), "Chrome · Windows");
        assert_eq!(said(&format!("{chrome} Edg/126.0")), "Edge · Windows");
        assert_eq!(
            said("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"),
            "Safari · iPhone"
        );
        assert_eq!(said("Mozilla/5.0 (Linux; Android 14) Chrome/110.0 MicroMessenger/8.0.40"), "WeChat · Android");
        assert_eq!(describe(Lang::Zh, "MicroMessenger/8.0 (Linux; Android 14)"), "微信 · Android");
        assert_eq!(said("curl/8.5"), "unknown browser");
    }
}
