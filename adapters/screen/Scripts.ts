/**
 * The detectors of personal names in Cyrillic and in Chinese characters. No list of names tells all of them from other words, so only what
 * a pattern shows surely counts: a patronymic, a given name beside a surname's ending, or a family name where a person is addressed,
 * signs or stands alone.
 */
import type { Detector } from "./Detector.ts"

const given =
  "Александр|Александра|Алексей|Анастасия|Анатолий|Андрей|Андрій|Анна|Антон|Артём|Борис|Вадим|Валентина|Валерий|Василий|Виктор|Виктория|Виталий|Владимир|Володимир|Вячеслав|Галина|Геннадий|Георгий|Григорий|Даниил|Дарья|Денис|Дмитрий|Дмитро|Евгений|Екатерина|Елена|Зинаида|Иван|Игорь|Илья|Инна|Ирина|Кирилл|Константин|Ксения|Лариса|Леонид|Людмила|Максим|Маргарита|Марина|Мария|Михаил|Наталия|Наталья|Надежда|Никита|Николай|Оксана|Олег|Олександр|Ольга|Павел|Пётр|Петр|Полина|Роман|Светлана|Сергей|Сергій|Станислав|Степан|Татьяна|Тимофей|Фёдор|Юлия|Юрий|Ярослав"
const surname =
  "\\p{Lu}[а-яёіїєґ'’-]{1,30}(?:ов|ев|ёв|ин|ын|ова|ева|ёва|ина|ына|ский|цкий|ская|цкая|енко|чук|щук|юк|ик|ко|ян|дзе|швили)"
const patronymic = "\\p{Lu}[а-яёії]{1,30}(?:ович|евич|йович|овна|евна|івна|ївна|ична|инична)"

const cyrillic: ReadonlyArray<RegExp> = [
  new RegExp(`(?<!\\p{L})\\p{Lu}[а-яёіїєґ'’-]{1,30} (?:${patronymic})(?!\\p{L})`, "u"),
  new RegExp(`(?<!\\p{L})(?:${given}) (?:${surname})(?!\\p{L})`, "u"),
  new RegExp(`(?<!\\p{L})(?:${surname}) (?:${given})(?!\\p{L})`, "u"),
]

const familyName =
  "[王李张刘陈杨赵黄周吴徐孙朱马胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧董潘袁蔡蒋余杜叶程魏苏吕丁沈任姚卢傅钟姜崔谭廖范汪陆石戴贾韦夏邱侯邹熊孟秦阎薛尹段雷黎史陶贺顾毛郝龚邵万钱严武王張劉陳楊趙黃吳孫馬羅鄭謝許韓馮鄧蕭葉蘇呂盧鍾譚陸賈韋鄒閻顧龔錢嚴]"
/** Family names with which hardly another word begins, so that three characters alone are a name. */
const rareName =
  "[王李刘赵吴徐孙郭郑谢韩冯邓曹彭蔡蒋魏沈姚卢崔谭廖汪贾邱邹薛尹郝龚邵劉趙吳孫鄭謝韓馮鄧盧譚賈鄒龔]"

const chinese: ReadonlyArray<RegExp> = [
  new RegExp(
    `${familyName}\\p{Script=Han}{0,2}(?:先生|女士|小姐|太太|老师|老師|医生|醫生|博士|教授|经理|經理|律师|律師)`,
    "u",
  ),
  new RegExp(
    `(?:我叫|名叫|姓名|联系人|聯絡人|收件人|签名|簽名|签署人|经办人)(?:是|为|為)?[:：]? ?${familyName}\\p{Script=Han}{1,2}`,
    "u",
  ),
  new RegExp(`(?<!\\p{Script=Han})${rareName}\\p{Script=Han}{2}(?!\\p{Script=Han})`, "u"),
]

export const scripts: ReadonlyArray<Detector> = [
  {
    what: "personal name",
    code: "natural_person",
    found: (text) => [...cyrillic, ...chinese].some((pattern) => pattern.test(text)),
  },
]
