// What searches for sweets, tea and food mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniInCyrillic, azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

export default [
  {
    meant: 'pakhlava',
    grades: {
      3: (p) => p.named(/pakhlava/) && p.from('milli-sirniyyat'),
      2: (p) => p.named(/pakhlava/) || p.is('bayram-uclusu-sebeti'),
      1: (p) => p.in('paxlava-ve-sekerbura'),
    },
    queries: {
      az: ['paxlava'], inflected: ['paxlavası', 'paxlavanı'], typos: ['paxlva', 'pahlava'], ru: ['пахлава'],
      ruForms: ['пахлаву', 'пахлова'], en: ['baklava'], keys: [russianOnUs('пахлава'), azerbaijaniInCyrillic('paxlava')],
      cross: ['en:paxlava'], prefix: ['paxl'],
    },
  },
  {
    meant: 'shekerbura',
    grades: { 3: (p) => p.named(/shekerbura/), 2: (p) => p.is('bayram-uclusu-sebeti'), 1: (p) => p.in('paxlava-ve-sekerbura') },
    queries: {
      az: ['şəkərbura'], plain: ['sekerbura'], typos: ['şəkərburra'], ru: ['шекербура'], keys: ['shekerbura'], prefix: ['şəkərb'],
    },
  },
  {
    meant: 'halva',
    grades: { 3: (p) => p.named(/halva/), 1: (p) => p.in('lokum-ve-halva') },
    queries: { az: ['halva'], inflected: ['şəki halvası'], ru: ['халва'], ruForms: ['халву'], en: ['halva'] },
  },
  {
    meant: 'turkish delight',
    grades: { 3: (p) => p.from('milli-sirniyyat') && p.named(/lokum/), 1: (p) => p.in('lokum-ve-halva') },
    queries: { az: ['lokum'], ru: ['лукум'], en: ['turkish delight'], cross: ['рахат лукум'] },
  },
  {
    meant: 'cakes',
    grades: { 3: (p) => p.in('tortlar'), 1: (p) => p.from('kapkeyk-ve-keksler') },
    queries: {
      az: ['tort'], inflected: ['tortlar', 'tortu'], typos: ['tortt'], ru: ['торт'], ruForms: ['тортик', 'торты'], en: ['cake'],
      keys: [russianOnUs('торт'), azerbaijaniOnRussian('tort')], cross: ['en:tort'],
    },
  },
  {
    meant: 'chocolate cake',
    grades: { 3: (p) => p.is('gece-sokoladli-tort'), 1: (p) => p.in('tortlar') },
    queries: { attributes: ['şokoladlı tort', 'ru:шоколадный торт', 'en:chocolate cake'] },
  },
  {
    meant: 'honey cake',
    grades: { 3: (p) => p.is('balli-tort-on-qat'), 1: (p) => p.in('tortlar') },
    queries: { ru: ['медовик'], attributes: ['ballı tort', 'en:honey cake'] },
  },
  {
    meant: 'chocolate',
    grades: {
      3: (p) => p.from('sokolad-plitkalari'),
      2: (p) => p.in('sokolad-ve-konfet') || p.named(/chocolate/),
      1: (p) => p.says(/chocolate/),
    },
    queries: {
      az: ['şokolad'], plain: ['sokolad'], inflected: ['şokoladlar', 'şokoladı'], typos: ['şokolat', 'sakolad'], ru: ['шоколад'],
      ruForms: ['шоколадка', 'шеколад'], en: ['chocolate'], keys: ['shokolad', russianOnUs('шоколад'), azerbaijaniOnRussian('şokolad')],
      cross: ['шоколад', 'chocolate', 'ru:şokolad'], prefix: ['şoko', 'ru:шоко', 'en:choc'],
    },
  },
  {
    meant: 'dark chocolate',
    grades: { 3: (p) => p.has('chocolate', 'dark'), 1: (p) => p.from('sokolad-plitkalari') },
    queries: { attributes: ['tünd şokolad', 'ru:горький шоколад', 'en:dark chocolate'] },
  },
  {
    meant: '72 % chocolate',
    grades: { 3: (p) => p.is('tund-sokolad-72-duzlu'), 1: (p) => p.from('sokolad-plitkalari') },
    queries: { model: ['72% şokolad', 'ru:шоколад 72%'] },
  },
  {
    meant: 'boxed chocolates',
    grades: { 3: (p) => p.from('konfet-qutulari'), 2: (p) => p.is('qizilgul-ve-belcika-sokoladi'), 1: (p) => p.from('sokolad-plitkalari') },
    queries: {
      az: ['konfet'], inflected: ['konfetlər'], ru: ['конфеты'], ruForms: ['конфет'], keys: [russianOnUs('конфеты')], typos: ['konfett'],
    },
  },
  {
    meant: 'truffles',
    grades: { 3: (p) => p.is('trufel-qutusu-on-alti'), 1: (p) => p.from('konfet-qutulari') },
    queries: { az: ['trüfel'], ru: ['трюфели'], en: ['truffles'] },
  },
  {
    meant: 'strawberries in chocolate',
    grades: { 3: (p) => p.is('sokoladda-ciyelek-on-iki', 'sokoladli-ciyelek-buketi') },
    queries: {
      attributes: ['şokoladda çiyələk', 'ru:клубника в шоколаде', 'en:chocolate strawberries'], inflected: ['şokoladlı çiyələklər'],
    },
  },
  {
    meant: 'honey',
    grades: { 3: (p) => p.from('bal'), 1: (p) => p.named(/honey/) },
    queries: { az: ['bal'], inflected: ['dağ balı'], ru: ['мёд'], ruForms: ['меда', 'мед горный'], en: ['honey'], cross: ['мед'] },
  },
  {
    meant: 'jam',
    grades: { 3: (p) => p.in('murebbe'), 1: (p) => p.is('murebbe-qablari-desti-baglar') },
    queries: {
      az: ['mürəbbə'], plain: ['murebbe'], inflected: ['mürəbbəsi', 'mürəbbələr'], typos: ['mürəbə'], ru: ['варенье'], ruForms: ['варенья'],
      en: ['jam'], keys: [azerbaijaniInCyrillic('mürəbbə')],
    },
  },
  {
    meant: 'fig jam',
    grades: { 3: (p) => p.is('abseron-encir-murebbesi'), 1: (p) => p.in('murebbe') },
    queries: { attributes: ['əncir mürəbbəsi', 'ru:варенье из инжира'] },
  },
  {
    meant: 'tea',
    grades: {
      3: (p) => p.from('qara-cay', 'bitki-ve-yasil-cay'),
      2: (p) => p.is('cay-fasilesi-komanda-qutusu'),
      1: (p) => p.in('cay-destleri') || p.named(/\btea\b/),
    },
    queries: { az: ['çay'], plain: ['cay'], inflected: ['çaylar'], ru: ['чай'], ruForms: ['чая'], en: ['tea'] },
  },
  {
    meant: 'black tea',
    grades: {
      3: (p) => p.from('qara-cay') && !p.is('hilli-darcinli-cay-desti'),
      2: (p) => p.is('hilli-darcinli-cay-desti'),
      1: (p) => p.from('bitki-ve-yasil-cay'),
    },
    queries: { attributes: ['qara çay', 'ru:чёрный чай', 'en:black tea'], plain: ['qara cay'], ruForms: ['черного чая'] },
  },
  {
    meant: 'green tea',
    grades: { 3: (p) => p.is('jasminli-yasil-cay'), 1: (p) => p.from('bitki-ve-yasil-cay') },
    queries: { attributes: ['yaşıl çay', 'en:green tea'], plain: ['yasil cay'], keys: [russianOnUs('зеленый чай')] },
  },
  {
    meant: 'coffee',
    grades: { 3: (p) => p.from('qehve'), 2: (p) => p.is('qehve-fasilesi-qadin-desti'), 1: (p) => p.named(/coffee/) && !p.named(/scrub/) },
    queries: {
      az: ['qəhvə'], plain: ['qehve'], inflected: ['qəhvəsi', 'qəhvənin'], typos: ['qəhfə'], ru: ['кофе'], en: ['coffee'],
      keys: ['kofe', russianOnUs('кофе')], cross: ['кофе', 'coffee'], prefix: ['qəhv'],
    },
  },
  {
    meant: 'turkish coffee',
    grades: { 3: (p) => p.is('narin-uyudulmus-turk-qehvesi'), 1: (p) => p.from('qehve') },
    queries: { attributes: ['türk qəhvəsi', 'en:turkish coffee'] },
  },
  {
    meant: 'hazelnuts',
    grades: {
      3: (p) => p.is('zaqatala-qovrulmus-findiq'),
      2: (p) => p.named(/hazelnut/),
      1: (p) => p.from('quru-meyve-ve-cerez') && p.has('contents', 'nuts', 'mixed'),
    },
    queries: { az: ['fındıq'], plain: ['findiq'], inflected: ['fındığı'], ru: ['фундук'], en: ['hazelnuts'] },
  },
  {
    meant: 'fruit basket',
    grades: {
      3: (p) => p.from('meyve-sebetleri') && p.named(/fruit basket/),
      2: (p) => p.from('meyve-sebetleri'),
      1: (p) => p.is('meyve-ve-gul-sebeti'),
    },
    queries: {
      attributes: ['meyvə səbəti', 'ru:фруктовая корзина', 'en:fruit basket'], ruForms: ['корзина фруктов'], plain: ['meyve sebeti'],
    },
  },
  {
    meant: 'macarons',
    grades: { 3: (p) => p.is('makaron-qutusu-on-iki') },
    queries: { en: ['macarons'], typos: ['makaronn'], ru: ['макарон'] },
  },
  {
    meant: 'sugar-free chocolate',
    grades: { 3: (p) => p.is('sekersiz-sokolad-85-portagal'), 1: (p) => p.from('sokolad-plitkalari') },
    queries: { attributes: ['şəkərsiz şokolad', 'en:sugar free chocolate'] },
  },
];
