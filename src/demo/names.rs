//! Invented people.

use super::field::Dice;

/// A person of the demo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invented {
    /// The name.
    pub name: String,
    /// `男` or `女`.
    pub sex: &'static str,
    /// Birth date.
    pub birth: chrono::NaiveDate,
}

const SURNAMES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文";
const GIVEN: &str = "子涵浩宇梓轩雨桐诗涵一诺欣怡思远俊杰嘉怡明哲若曦天佑雅琪博文晨曦佳宁奕辰可馨泽宇梦瑶云帆语嫣书恒静姝承志清扬知远乐天安然星辰弈秋";

/// Names that registers stumble over: short, long, with a separator, rare characters, Latin letters. Grown-ups, children
/// with a grade, and beginners, so that each wins something where it plays.
pub const UNUSUAL: [[(&str, &str); 4]; 3] = [
    [("买买提依明·阿布都克里木江", "男"), ("㐂多村一郎", "男"), ("Anna Müller", "女"), ("尉迟天佑", "男")],
    [("𠮷田健太", "男"), ("张𫟹", "女"), ("阿依古丽·买买提", "女"), ("欧阳若曦", "女")],
    [("阿卜杜热合曼江·买买提吐尔逊江", "男"), ("迪丽努尔·阿卜杜热合曼", "女"), ("金善宇", "男"), ("司马承志", "男")],
];

/// The people with the unusual names of one row of [`UNUSUAL`], born in `years`.
pub fn unusual(dice: &mut Dice, row: usize, years: std::ops::Range<i32>) -> Vec<Invented> {
    let names = UNUSUAL.get(row).into_iter().flatten();
    names.map(|(name, sex)| Invented { name: (*name).to_owned(), sex, birth: birth(dice, years.clone()) }).collect()
}

/// A name that many people have.
pub const NAMESAKE: &str = "王伟";

/// Draws a person born in `years`.
pub fn invent(dice: &mut Dice, years: std::ops::Range<i32>) -> Invented {
    let surname = pick(dice, SURNAMES);
    let given: Vec<char> = GIVEN.chars().collect();
    let mut name = surname.to_string();
    let at = dice.below(given.len() as u32 - 1) as usize;
    name.push(given[at]);
    if dice.below(4) > 0 {
        name.push(given[(at + 1 + dice.below(7) as usize) % given.len()]);
    }
    let sex = if dice.below(3) == 0 { "女" } else { "男" };
    Invented { name, sex, birth: birth(dice, years) }
}

/// Draws a birth date.
pub fn birth(dice: &mut Dice, years: std::ops::Range<i32>) -> chrono::NaiveDate {
    let span = (years.end - years.start).max(1) as u32;
    let year = years.start + dice.below(span) as i32;
    chrono::NaiveDate::from_yo_opt(year, 1 + dice.below(365)).unwrap_or_default()
}

fn pick(dice: &mut Dice, from: &str) -> char {
    let at = dice.below(from.chars().count() as u32) as usize;
    from.chars().nth(at).unwrap_or('王')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unusual_names_reach_from_two_to_fifteen_characters_and_beyond_the_bmp() {
        let names: Vec<&str> = UNUSUAL.as_flattened().iter().map(|(name, _)| *name).collect();
        let lengths: Vec<usize> = names.iter().map(|name| name.chars().count()).collect();
        assert!(lengths.contains(&2) && lengths.contains(&15), "{lengths:?}");
        assert!(names.iter().any(|name| name.chars().any(|c| c > '\u{FFFF}')));
        assert!(names.iter().filter(|name| name.contains('·')).count() >= 3);
    }
}
