//! The language of summaries and errors. Data words never change with it.

use std::env;

use clap::ValueEnum;

/// English or Chinese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The language of the locale: the first of LC_ALL, LC_MESSAGES and LANG that is set decides.
    pub fn of_locale() -> Language {
        Language::of_values(["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).unwrap_or_default()))
    }

    fn of_values(values: [String; 3]) -> Language {
        match values.into_iter().find(|value| !value.is_empty()) {
            Some(locale) if locale.to_ascii_lowercase().starts_with("zh") => Language::Zh,
            _ => Language::En,
        }
    }

    /// The text in this language.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Language::En => english,
            Language::Zh => chinese,
        }
    }
}

impl From<Language> for exactone::words::Language {
    fn from(language: Language) -> exactone::words::Language {
        language.pick(exactone::words::Language::English, exactone::words::Language::Chinese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |values: [&str; 3]| Language::of_values(values.map(str::to_owned));
        assert_eq!(of(["", "", ""]), Language::En);
        assert_eq!(of(["", "", "zh_CN.UTF-8"]), Language::Zh);
        assert_eq!(of(["C", "", "zh_CN.UTF-8"]), Language::En);
        assert_eq!(of(["", "zh_TW", "en_US"]), Language::Zh);
    }
}
