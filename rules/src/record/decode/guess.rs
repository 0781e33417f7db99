//! Which encoding bytes are in, where nothing certain says so.
//!
//! Every candidate reads the bytes. Each of its characters costs as many eighths of a bit as it is rare in game records
//! of that language (the share of its block divided by the size of the block); the cheapest reading wins.

use std::sync::LazyLock;

use super::step::{ESCAPE, length};
use super::{Encoding, Family};

/// How many bytes are looked at, from the first that is not ASCII.
const SAMPLE: usize = 1 << 14;

/// What a byte costs that is no character at all.
const NONSENSE: i64 = 300;

/// What a common character saves.
const COMMON: i64 = 32;

/// What the record's own word for its encoding is worth at least, and for each character.
const SAID: (i64, i64) = (250, 24);

/// Characters that game records are full of: words of the game, names of people and of places.
const WORDS: &str = concat!(
    "黑白胜勝段盘盤局杯赛賽届屆押目级級九八七六五四三二一初年月日第战戰戦期棋围圍碁囲名人坊黒番勝中半子手",
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭",
    "陆范汪廖石金韦贾夏付方邹熊孟秦邱侯江尹薛闫雷龙史陶贺毛郝顾龚邵万钱武戴严莫孔向常汤黎柯时古李连党范聂俞罗邹",
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂文辉玲健俊峰佳志华建国宇浩轩涵欣怡梓晨雨泽博思睿嘉诚佑天光小春立",
    "張劉陳楊黃趙吳孫馬羅鄭謝許鄧韓馮蕭葉蘇呂盧鐘陸賈鄒賀顧龔萬錢嚴湯偉靜麗軍傑濤剛輝華國軒澤誠賴簡",
    "田山本木村井上佐藤鈴橋伊渡辺加吉松野大川原沢池坂正夫男雄郎和彦美治宏昭信義林一力遼羽根依結",
    "のはがをにとでしちたれきいうりるかまアイウエオカキクケコサシスセソタトナニノハマムメモラリルレロン",
    "김이박최정강조윤장임한오서신권황안송홍전고문양손배백허유남심노하성주우구민진지원천변영수현준석철호훈동상재",
    "흑백승국집단급불계반배회제전기왕",
);

/// Encodings that are tried, with what each costs to begin with: records of this country are in its own encoding, if in
/// any. The last is of the West.
const CANDIDATES: [(Encoding, i64); 6] = [
    (Encoding::GB18030, 0),
    (Encoding::BIG5, 16),
    (Encoding::SHIFT_JIS, 16),
    (Encoding::EUC_KR, 40),
    (Encoding::EUC_JP, 48),
    (Encoding::LATIN, 32),
];

/// A bit for each character of the first plane: whether it is in [`WORDS`].
static IS_COMMON: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut bits = vec![0_u64; 1024];
    for letter in WORDS.chars().map(u32::from).filter(|letter| *letter < 1 << 16) {
        bits[letter as usize / 64] |= 1 << (letter % 64);
    }
    bits
});

fn is_common(letter: char) -> bool {
    let letter = u32::from(letter);
    IS_COMMON.get(letter as usize / 64).is_some_and(|bits| bits >> (letter % 64) & 1 == 1)
}

/// The part of the bytes that is looked at.
fn sample(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(0);
    &bytes[start..(start + SAMPLE).min(bytes.len())]
}

/// Whether the bytes are Japanese in seven bits.
pub(super) fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.contains(&ESCAPE)
        && bytes.is_ascii()
        && bytes.windows(3).any(|three| three[..2] == [ESCAPE, b'$'] && matches!(three[2], b'@' | b'B'))
}

/// Whether a text that reads as UTF-8 is rather in an older encoding: two bytes of GBK may happen to be a letter of
/// UTF-8, three hardly. Such letters are of several scripts at once.
pub(super) fn is_chance(text: &str) -> bool {
    let mut scripts = text.chars().filter(|letter| !letter.is_ascii()).map(|letter| match letter {
        '\u{A0}'..='\u{24F}' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        '\u{400}'..='\u{4FF}' => 3,
        '\u{5D0}'..='\u{5EA}' => 4,
        '\u{620}'..='\u{6FF}' => 5,
        // Three bytes and more.
        '\u{800}'.. => 0,
        _ => 9,
    });
    let Some(first) = scripts.next() else { return false };
    let (mut mixed, mut long, mut count) = (first == 9, first == 0, 1);
    for script in scripts {
        mixed |= script != first || script == 9;
        long |= script == 0;
        count += 1;
        if long || count > CHANCE {
            return false;
        }
    }
    mixed && !long
}

/// So many characters of two bytes are not in another encoding by chance.
const CHANCE: usize = 6;

/// Whether the bytes are UTF-8 but for a few, as where a file was cut within a character.
pub(super) fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in sample(bytes).utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| letter.len_utf8() > 2).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 2 && good >= 8 * bad
}

/// The likeliest encoding of bytes that are not UTF-8.
pub(super) fn legacy(bytes: &[u8], named: Option<Encoding>) -> Encoding {
    let sample = sample(bytes);
    let best = |candidates: &[(Encoding, i64)]| {
        let costs = candidates.iter().map(|(encoding, start)| (start + cost(sample, *encoding).0, *encoding));
        costs.min_by_key(|(cost, _)| *cost)
    };
    let (least, likeliest) = best(&CANDIDATES).unwrap_or((0, Encoding::LATIN));
    let Some(named) = named.filter(|named| *named != Encoding::UTF_8) else { return likeliest };
    let (said, letters) = cost(sample, named);
    if named.is_single_byte() {
        return if said <= least + SAID.0 / 4 { named } else { likeliest };
    }
    // A record that names an encoding of East Asia has other letters than those of the West.
    let (least, likeliest) = best(&CANDIDATES[..CANDIDATES.len() - 1]).unwrap_or((least, likeliest));
    if said <= least + SAID.0.max(SAID.1 * letters) { named } else { likeliest }
}

/// What a reading costs, and how many characters beyond ASCII it has.
fn cost(bytes: &[u8], encoding: Encoding) -> (i64, i64) {
    let (mut cost, mut letters, mut at, mut high_before) = (0, 0, 0, false);
    let family = encoding.family();
    while at < bytes.len() {
        if bytes[at] < 0x80 {
            (at, high_before) = (at + 1, false);
            continue;
        }
        let size = length(family, &bytes[at..]);
        let second = if size > 1 { bytes[at + 1] } else { 0 };
        cost += match () {
            () if encoding.is_single_byte() => single(bytes[at], high_before),
            () if size > 2 => 200,
            () if size == 1 && !(family == Family::ShiftJis && (0xA1..=0xDF).contains(&bytes[at])) => NONSENSE,
            () => double(family, bytes[at], second),
        };
        letters += 1;
        at += size;
        high_before = true;
    }
    let (text, _) = encoding.0.decode_without_bom_handling(bytes);
    let common = text.chars().filter(|letter| is_common(*letter)).count();
    (cost - COMMON * i64::try_from(common).unwrap_or(0), letters)
}

/// Eighths of a bit for a character of one byte; letters with accents hardly follow one another.
fn single(byte: u8, high_before: bool) -> i64 {
    let rare = if byte >= 0xC0 { 49 } else { 110 };
    rare + if high_before { 48 } else { 0 }
}

/// Eighths of a bit for a character of two bytes, or of Shift-JIS's one.
fn double(family: Family, first: u8, second: u8) -> i64 {
    match family {
        Family::Gb => match (first, second) {
            (0xB0..=0xD7, 0xA1..) => 96,
            (0xA1..=0xA3, 0xA1..) => 95,
            (0xD8..=0xF7, 0xA1..) => 133,
            _ => 171,
        },
        Family::Big5 => match first {
            0xA4..=0xC6 => 100,
            0xA1..=0xA3 => 100,
            0xC9..=0xF9 => 148,
            _ => 192,
        },
        Family::ShiftJis => match (first, second) {
            (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => 69,
            (0x81, _) | (0x82, 0x4F..=0x9A) => 90,
            (0xA1..=0xDF, 0) => 92,
            (0x88..=0x97, _) => 103,
            (0x98..=0x9F | 0xE0..=0xEA, _) => 139,
            _ => 192,
        },
        Family::EucJp => match first {
            0xA4 | 0xA5 => 69,
            0xA1..=0xA3 => 92,
            0xB0..=0xCF => 103,
            0xD0..=0xF4 => 139,
            0x8E => 170,
            _ => 192,
        },
        Family::EucKr => match (first, second) {
            (0xB0..=0xC8, 0xA1..) => 90,
            (0xA1..=0xAC, 0xA1..) => 118,
            (0xCA..=0xFD, 0xA1..) => 138,
            _ => 158,
        },
        _ => NONSENSE,
    }
}
