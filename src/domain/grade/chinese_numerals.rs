//! Chinese numerals up to 99, in the everyday and the formal writing: 五, 十五, 二十五, 廿五, 伍.

/// The value of a text of Chinese numerals; `None` when it is anything else.
pub fn read(text: &str) -> Option<u32> {
    let mut tens: Option<u32> = None;
    let mut unit: Option<u32> = None;
    for c in text.chars() {
        match (c, digit(c)) {
            ('十' | '拾', _) if tens.is_none() => tens = Some(unit.take().unwrap_or(1)),
            ('廿', _) if tens.is_none() && unit.is_none() => tens = Some(2),
            (_, Some(value)) if unit.is_none() => unit = Some(value),
            _ => return None,
        }
    }
    match (tens, unit) {
        (None, None) => None,
        // 零 stands alone; 十零 and 零十 are no numerals.
        (Some(0), _) | (Some(_), Some(0)) => None,
        (tens, unit) => Some(tens.unwrap_or(0) * 10 + unit.unwrap_or(0)),
    }
}

fn digit(c: char) -> Option<u32> {
    Some(match c {
        '零' | '〇' => 0,
        '一' | '壹' => 1,
        '二' | '贰' | '两' => 2,
        '三' | '叁' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_and_formal_numerals_have_their_value() {
        for (text, value) in
            [("五", 5), ("十", 10), ("十五", 15), ("二十", 20), ("二十五", 25), ("廿五", 25), ("伍", 5), ("零", 0)]
        {
            assert_eq!(read(text), Some(value), "{text}");
        }
    }

    #[test]
    fn anything_else_has_none() {
        for text in ["", "5", "五五", "十十", "一廿", "十零", "零十", "百", "五d"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
