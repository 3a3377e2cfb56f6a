// What searches for electronics mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const isHeadphones = (p) => p.from('qulaqici-qulaqliqlar', 'basustu-qulaqliqlar');
const isPhone = (p) => p.from('smartfonlar');
const only = (...slugs) => ({ 3: (p) => p.is(...slugs) });

export default [
  {
    meant: 'headphones',
    grades: { 3: isHeadphones },
    queries: {
      az: ['qulaqlıq'], plain: ['qulaqliq'], inflected: ['qulaqlıqlar', 'qulaqlığı'], typos: ['qulaqlq', 'qulaqlıg'], ru: ['наушники'],
      ruForms: ['наушников', 'наушнки'], en: ['headphones'],
      keys: ['ru:naushniki', russianOnUs('наушники'), azerbaijaniOnRussian('qulaqlıq')], cross: ['наушники', 'headphones', 'ru:qulaqlıq'],
      prefix: ['qulaql', 'ru:науш', 'en:headph'],
    },
  },
  {
    meant: 'wireless headphones',
    grades: {
      3: (p) => isHeadphones(p) && p.has('wireless', true) && p.named(/wireless/),
      2: (p) => isHeadphones(p) && p.has('wireless', true),
      1: isHeadphones,
    },
    queries: {
      attributes: ['simsiz qulaqlıq', 'ru:беспроводные наушники', 'en:wireless headphones'], plain: ['simsiz qulaqliq'],
      inflected: ['simsiz qulaqlıqlar'],
    },
  },
  {
    meant: "children's headphones",
    grades: { 3: (p) => p.is('quscugaz-usaq-qulaqligi'), 1: isHeadphones },
    queries: { attributes: ['uşaq qulaqlığı', 'ru:детские наушники', 'en:kids headphones'] },
  },
  {
    meant: 'speakers',
    grades: { 3: (p) => p.from('dinamikler-ve-radio') },
    queries: {
      az: ['dinamik'], ru: ['колонка'], ruForms: ['колонки', 'калонка'], en: ['speaker'], cross: ['колонка'],
      keys: [russianOnUs('колонка')],
    },
  },
  {
    meant: 'smartphones',
    grades: { 3: (p) => isPhone(p) && p.has('memory', '128', '256'), 2: isPhone },
    queries: {
      az: ['smartfon', 'telefon'], inflected: ['telefonlar', 'smartfonu'], typos: ['telfon', 'smarfton'], ru: ['смартфон'],
      ruForms: ['смартфоны', 'телефоны'], en: ['smartphone'], keys: [russianOnUs('телефон'), azerbaijaniOnRussian('telefon')],
      cross: ['телефон', 'phone'], prefix: ['smartf', 'ru:смарт'],
    },
  },
  {
    meant: 'smartphone with 128 GB',
    grades: { 3: (p) => p.is('araz-lite-smartfon'), 2: (p) => p.has('memory', '128') },
    queries: { model: ['128 gb', '128gb', '128gb smartfon', 'ru:смартфон 128 гб'] },
  },
  {
    meant: 'zirva x2',
    grades: { 3: (p) => p.is('zirve-x2-smartfon') },
    queries: { model: ['zirvə x2', 'zirve x2', 'x2', 'ru:зирве x2', 'en:zirva x2'] },
  },
  { meant: 'dalgha 3', grades: only('dalga-3-simsiz-qulaqliq'), queries: { model: ['dalğa 3', 'ru:далга 3', 'en:dalgha 3'] } },
  { meant: 'tarana pro', grades: only('terane-pro-basustu'), queries: { model: ['təranə pro', 'terane pro', 'en:tarana pro'] } },
  { meant: 'gobustan m1', grades: only('qobustan-m1-davamli-telefon'), queries: { model: ['qobustan m1', 'ru:гобустан m1'] } },
  {
    meant: 'big-button phone',
    grades: only('dogma-iri-duymeli-telefon'),
    queries: { attributes: ['düyməli telefon', 'ru:кнопочный телефон'] },
  },
  {
    meant: 'smart watches',
    grades: { 3: (p) => p.from('agilli-saatlar') && !p.named(/band/), 2: (p) => p.from('agilli-saatlar') },
    queries: {
      az: ['ağıllı saat'], plain: ['agilli saat'], inflected: ['ağıllı saatlar'], typos: ['ağllı saat'], ru: ['умные часы'],
      ruForms: ['смарт часы'], en: ['smart watch', 'smartwatch'],
    },
  },
  { meant: 'ulduz fit', grades: only('ulduz-fit-agilli-saat'), queries: { model: ['ulduz fit', 'ru:улдуз фит'] } },
  {
    meant: 'gps watch',
    grades: { 3: (p) => p.is('usaq-gps-saati-balaca'), 1: (p) => p.has('gps', true) },
    queries: { model: ['gps saat', 'ru:часы с gps', 'en:gps watch'] },
  },
  {
    meant: 'power bank',
    grades: { 3: (p) => p.is('ehtiyat-pauerbank'), 1: (p) => p.from('sarj-cihazlari') },
    queries: { az: ['pauerbank'], typos: ['paverbank'], ru: ['пауэрбанк'], ruForms: ['повербанк'], en: ['power bank', 'powerbank'] },
  },
  {
    meant: 'chargers',
    grades: { 3: (p) => p.is('uc-birinde-simsiz-sarj', 'yigcam-adapter-65-vt'), 2: (p) => p.from('sarj-cihazlari') },
    queries: { az: ['şarj cihazı'], plain: ['sarj cihazi'], ru: ['зарядка'], ruForms: ['зарядки'], en: ['charger'], cross: ['зарядка'] },
  },
  { meant: '65 watts', grades: only('yigcam-adapter-65-vt'), queries: { model: ['65 vt adapter', 'ru:65 вт', 'en:65 watt charger'] } },
  {
    meant: 'phone case',
    grades: { 3: (p) => p.is('deri-kart-cibli-ortuk', 'quru-cicekli-seffaf-ortuk') },
    queries: {
      az: ['telefon örtüyü'], plain: ['telefon ortuyu'], inflected: ['telefon örtükləri'], ru: ['чехол'],
      ruForms: ['чехол на телефон', 'чехлы'], en: ['phone case'], cross: ['чехол'],
    },
  },
  {
    meant: 'cameras',
    grades: {
      3: (p) => (p.from('reqemsal-kameralar', 'ani-cap-kameralari') && !p.named(/printer/)),
      1: (p) => p.from('kamera-ve-foto') || p.named(/camera/),
    },
    queries: { az: ['kamera'], inflected: ['kameralar'], ru: ['камера'], ruForms: ['фотоаппарат'], en: ['camera'], prefix: ['kame'] },
  },
  {
    meant: 'instant camera',
    grades: { 3: (p) => p.is('anliq-ani-cap-kamerasi', 'ilk-albomumuz-foto-desti'), 1: (p) => p.is('cib-foto-printeri') },
    queries: { ru: ['полароид'], en: ['polaroid', 'instant camera'], az: ['ani çap kamerası'], cross: ['polaroid'] },
  },
  { meant: 'bakhish r5', grades: only('baxis-r5-guzgusuz-kamera'), queries: { model: ['baxış r5', 'baxis r5', 'en:bakhish r5'] } },
  { meant: '20x zoom', grades: only('seyyah-cib-kamerasi'), queries: { model: ['20x zum', 'en:20x zoom camera'] } },
  {
    meant: 'tripod',
    grades: { 3: (p) => p.is('karbon-stativ-165'), 1: (p) => p.is('halqa-isiq-26') },
    queries: { az: ['ştativ'], plain: ['stativ'], ru: ['штатив'], en: ['tripod'] },
  },
  {
    meant: 'laptops',
    grades: { 3: (p) => p.from('noutbuklar'), 1: (p) => p.is('taxta-noutbuk-dayagi') },
    queries: {
      az: ['noutbuk'], inflected: ['noutbuklar', 'noutbuku'], typos: ['notbuk', 'noutbuc'], ru: ['ноутбук'],
      ruForms: ['ноутбуки', 'нотбук'], en: ['laptop'], keys: [russianOnUs('ноутбук'), azerbaijaniOnRussian('noutbuk')],
      cross: ['laptop', 'ноутбук'], prefix: ['noutb', 'ru:ноутб', 'en:lapt'],
    },
  },
  {
    meant: 'gaming laptop',
    grades: { 3: (p) => p.is('simurq-16-oyun-noutbuku'), 1: (p) => p.from('noutbuklar') },
    queries: { attributes: ['oyun noutbuku', 'ru:игровой ноутбук', 'en:gaming laptop'] },
  },
  { meant: 'simurgh 16', grades: only('simurq-16-oyun-noutbuku'), queries: { model: ['simurq 16', 'ru:симург 16'] } },
  { meant: 'daftar 14', grades: only('defter-14-noutbuk'), queries: { model: ['dəftər 14', 'defter 14'] } },
  {
    meant: 'tablets',
    grades: { 3: (p) => p.named(/tablet\b/) && p.from('plansetler'), 1: (p) => p.from('plansetler') },
    queries: {
      az: ['planşet'], plain: ['planset'], inflected: ['planşetlər'], ru: ['планшет'], ruForms: ['планшеты'], en: ['tablet'],
      keys: ['planshet'],
    },
  },
  { meant: 'lovha 11', grades: only('lovhe-11-planset'), queries: { model: ['lövhə 11', 'lovhe 11'] } },
  {
    meant: 'e-reader',
    grades: { 3: (p) => p.is('vereq-elektron-kitab') },
    queries: { az: ['elektron kitab'], ru: ['электронная книга'], en: ['e-reader'] },
  },
  {
    meant: 'game consoles',
    grades: { 3: (p) => p.from('oyun-konsollari'), 1: (p) => p.is('simsiz-pult-sapand') },
    queries: {
      az: ['oyun konsolu'], inflected: ['oyun konsolları'], ru: ['игровая приставка'], ruForms: ['игровые приставки', 'приставку'],
      en: ['game console', 'playstation'], typos: ['oyun konsoolu'],
    },
  },
  { meant: 'arena 4k', grades: only('arena-4k-konsol'), queries: { model: ['arena 4k', 'ru:арена 4к'] } },
  { meant: '4k drone', grades: only('mini-dron-qaranqus'), queries: { model: ['4k dron', 'ru:дрон 4к'], az: ['dron'], en: ['drone'] } },
  {
    meant: 'controller',
    grades: { 3: (p) => p.is('simsiz-pult-sapand'), 1: (p) => p.is('yaris-sukani-pedalli') },
    queries: { ru: ['джойстик'], az: ['oyun pultu'], en: ['game controller'], cross: ['joystick'] },
  },
  {
    meant: 'keyboard',
    grades: only('mexaniki-klaviatura-setir'),
    queries: { az: ['klaviatura'], typos: ['klavyatura'], ru: ['клавиатура'], en: ['keyboard'], keys: [russianOnUs('клавиатура')] },
  },
  {
    meant: 'mouse',
    grades: only('sakit-simsiz-sican'),
    queries: { attributes: ['simsiz siçan', 'ru:беспроводная мышь', 'en:wireless mouse'] },
  },
  { meant: 'ufuq 27', grades: only('ufuq-27-monitor'), queries: { model: ['üfüq 27', 'ufuq 27'], az: ['monitor'], ru: ['монитор'] } },
  {
    meant: 'projector',
    grades: { 3: (p) => p.is('mini-proyektor-kino-gecesi'), 2: (p) => p.is('sema-ulduz-proyektoru') },
    queries: { az: ['proyektor'], inflected: ['proyektoru'], ru: ['проектор'], typos: ['prayektor'] },
  },
  { meant: 'usb-c', grades: only('simli-qulaqliq-tel'), queries: { model: ['usb-c qulaqlıq', 'usb c'] } },
  {
    meant: 'three in one charger',
    grades: only('uc-birinde-simsiz-sarj'),
    queries: { model: ['ru:3 в 1 зарядка', 'en:three in one charger'] },
  },
  { meant: '75 ml', grades: { 3: (p) => p.named(/75 ml/) }, queries: { model: ['75 ml', 'ru:75 мл'] } },
  { meant: '900 ml teapot', grades: only('firuze-cini-caynik'), queries: { model: ['çaynik 900 ml'] } },
  { meant: 'radio', grades: only('nostalji-taxta-radio'), queries: { az: ['radio'], ru: ['радио'], en: ['wooden radio'] } },
  { meant: 'karaoke', grades: only('senlik-karaoke-dinamiki'), queries: { az: ['karaoke'], ru: ['караоке'], en: ['karaoke'] } },
];
