// Converts text to what a keyboard with the wrong layout types.
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const us = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const azerbaijani = 'qüertyuiopöğasdfghjklıəzxcvbnmçş`';

const mapLetters = (from, to) => (text) => [...text].map((letter) => to[from.indexOf(letter)] ?? letter).join('');

export const russianOnUs = mapLetters(russian, us);
export const russianOnAzerbaijani = mapLetters(russian, azerbaijani);
export const azerbaijaniOnRussian = mapLetters(azerbaijani, russian);
export const englishOnRussian = mapLetters(us, russian);

const latin = 'abvqğdeəjziıykglmnoöprstuüfxhçcş';
const cyrillic = 'абвгғдеәжзиыјкҝлмноөпрстуүфхһчҹш';

/** The alphabet used before 1991. */
export const azerbaijaniInCyrillic = mapLetters(latin, cyrillic);
