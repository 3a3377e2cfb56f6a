// Converts text to what a keyboard with the wrong layout types.
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const us = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const azerbaijani = 'qüertyuiopöğasdfghjklıəzxcvbnmçş`';

const mapLetters = (from, to) => (text) => [...text].map((letter) => to[from.indexOf(letter)] ?? letter).join('');

/** Russian typed on US keys. */
export const onUs = mapLetters(russian, us);
/** Russian typed on Azerbaijani keys. */
export const onAzerbaijani = mapLetters(russian, azerbaijani);
/** Azerbaijani typed on Russian keys. */
export const onRussian = mapLetters(azerbaijani, russian);
/** English typed on Russian keys. */
export const englishOnRussian = mapLetters(us, russian);

const latin = 'abvqğdeəjziıykglmnoöprstuüfxhçcş';
const cyrillic = 'абвгғдеәжзиыјкҝлмноөпрстуүфхһчҹш';

/** Azerbaijani in the Cyrillic used before 1991. */
export const azerbaijaniInCyrillic = mapLetters(latin, cyrillic);
