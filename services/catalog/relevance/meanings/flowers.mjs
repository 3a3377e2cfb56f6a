// What searches for flowers mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniInCyrillic, russianOnAzerbaijani, azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const isFlower = (p) => p.from('buketler', 'qutu-ve-sebetler', 'toy-ve-tedbir-gulleri');
const isRose = (p) => p.in('gul-ve-buketler') && p.named(/\broses?\b/);

export default [
  {
    meant: 'flowers',
    grades: {
      3: isFlower,
      2: (p) => p.from('quru-ve-ebedi-guller', 'orxideyalar') || p.is('sekkiz-mart-lale-ve-etir'),
      1: (p) => p.from('dibcek-gulleri'),
    },
    queries: {
      az: ['gül', 'çiçək'], plain: ['cicek'], inflected: ['güllər', 'çiçəklərin'], typos: ['çiçəkk'], ru: ['цветы'], ruForms: ['цветов'],
      en: ['flowers'],
      keys: [russianOnUs('цветы'), azerbaijaniOnRussian('çiçək'), `ru:tsvety`, azerbaijaniInCyrillic('çiçək')],
      cross: ['цветы', 'ru:gül', 'en:çiçək'], prefix: ['çiç', 'ru:цвет'],
    },
  },
  {
    meant: 'bouquets',
    grades: { 3: (p) => p.from('buketler'), 2: (p) => p.in('gelin-buketleri') || p.named(/bouquet/), 1: (p) => p.from('qutu-ve-sebetler') },
    queries: {
      az: ['buket'], inflected: ['buketlər', 'buketi'], typos: ['bukt', 'bukett'], ru: ['букет цветов'], ruForms: ['букеты', 'букетик'],
      en: ['bouquet'], prefix: ['buk', 'en:bouq'], keys: [azerbaijaniOnRussian('buket')], cross: ['букет', 'en:buket'],
    },
  },
  {
    meant: 'red roses',
    grades: {
      3: (p) => isRose(p) && p.has('color', 'red') && p.from('qizilgul-buketleri', 'gul-qutulari'),
      2: (p) => isRose(p) && p.has('color', 'red'),
      1: (p) => isRose(p) && p.in('qizilgul-buketleri', 'gul-sebetleri', 'gul-qutulari'),
    },
    queries: {
      az: ['qırmızı qızılgül'], plain: ['qirmizi qizilgul'], inflected: ['qırmızı qızılgüllər'], typos: ['qırmzı qızılgül'],
      ru: ['красные розы'], ruForms: ['букет из красных роз'],
      en: ['red roses'], keys: [russianOnUs('красные розы'), 'ru:krasnye rozy'], attributes: ['qırmızı qızılgül buketi', 'ru:красная роза'],
      cross: ['красные розы', 'en:qırmızı qızılgül'], prefix: ['qırmızı qızılg', 'ru:красные ро'],
    },
  },
  {
    meant: 'roses',
    grades: { 3: (p) => isRose(p) && p.in('qizilgul-buketleri', 'gul-qutulari', 'gul-sebetleri', 'gul-ve-sirniyyat'), 2: (p) => isRose(p) },
    queries: {
      az: ['qızılgül'], plain: ['qizilgul'], inflected: ['qızılgülləri'], typos: ['qızıgül'], ru: ['розы'], ruForms: ['розу'],
      en: ['roses'], keys: ['ru:rozy', russianOnUs('розы')], prefix: ['qızılgü'],
    },
  },
  {
    meant: 'white roses',
    grades: {
      3: (p) => isRose(p) && p.has('color', 'white') && p.from('buketler'),
      2: (p) => isRose(p) && p.named(/white/) && !p.named(/white orchid/),
      1: (p) => isRose(p) && p.from('qizilgul-buketleri'),
    },
    queries: { attributes: ['ağ qızılgül', 'ru:белые розы', 'en:white roses'], prefix: ['ru:белые ро'] },
  },
  {
    meant: 'tulips',
    grades: { 3: (p) => p.in('lale-buketleri'), 2: (p) => p.is('sekkiz-mart-lale-ve-etir') },
    queries: {
      az: ['lalə'], plain: ['lale buketi'], inflected: ['lalələr'], typos: ['lallə'], ru: ['тюльпаны'], ruForms: ['тюльпанов', 'тюльпани'],
      en: ['tulips'], keys: [russianOnUs('тюльпаны'), 'ru:tyulpany'], cross: ['тюльпаны', 'tulips'], prefix: ['en:tuli'],
    },
  },
  {
    meant: 'yellow tulips',
    grades: { 3: (p) => p.is('sari-lale-ketan-bukme-15'), 1: (p) => p.in('lale-buketleri') },
    queries: { attributes: ['sarı lalə', 'ru:жёлтые тюльпаны', 'en:yellow tulips'] },
  },
  {
    meant: 'peonies',
    grades: { 3: (p) => p.named(/peon/), 1: (p) => p.in('pion-ve-hortenziya') },
    queries: { az: ['pion'], ru: ['пионы'], ruForms: ['пионов'], en: ['peonies'], typos: ['pionn'] },
  },
  {
    meant: 'orchids',
    grades: { 3: (p) => p.in('orxideyalar') },
    queries: {
      az: ['orxideya'], inflected: ['orxideyalar', 'orxideyanı'], typos: ['orxidiya', 'orxideia'], ru: ['орхидея'],
      ruForms: ['орхидеи', 'архидея'], en: ['orchid'], keys: [russianOnUs('орхидея'), azerbaijaniInCyrillic('orxideya')], prefix: ['orxi'],
    },
  },
  {
    meant: 'white orchid',
    grades: { 3: (p) => p.is('ag-falenopsis-iki-budaq'), 2: (p) => p.is('orxideya-kaskadi-uc-reng'), 1: (p) => p.in('orxideyalar') },
    queries: { attributes: ['ağ orxideya', 'ru:белая орхидея', 'en:white orchid'] },
  },
  {
    meant: 'cacti',
    grades: { 3: (p) => p.named(/cact/), 1: (p) => p.in('kaktus-ve-sukkulentler') || p.named(/succulent/) },
    queries: {
      az: ['kaktus'], inflected: ['kaktuslar'], typos: ['kaktuss'], ru: ['кактус'], ruForms: ['кактусы'], en: ['cactus'],
      keys: [azerbaijaniOnRussian('kaktus')],
    },
  },
  {
    meant: 'sunflowers',
    grades: {
      3: (p) => p.in('gul-ve-buketler') && p.says(/sunflower/) && p.named(/sunflower/),
      1: (p) => p.is('paxlava-ve-gunebaxan-qutusu'),
    },
    queries: { az: ['günəbaxan buketi'], plain: ['gunebaxan buketi'], ru: ['букет подсолнухов'], en: ['sunflower bouquet'] },
  },
  {
    meant: 'roses in a box',
    grades: {
      3: (p) => isRose(p) && p.from('gul-qutulari'),
      2: (p) => p.from('gul-qutulari') || p.is('qizilgul-ve-belcika-sokoladi', 'badam-leceyi-ve-kol-qizilgulu-qutusu'),
      1: (p) => p.in('gul-ve-sirniyyat'),
    },
    queries: { attributes: ['qutuda qızılgül', 'ru:розы в коробке', 'en:roses in a box'] },
  },
  {
    meant: 'bridal bouquet',
    grades: { 3: (p) => p.from('gelin-buketleri'), 2: (p) => p.in('gelin-buketleri'), 1: (p) => p.in('toy-ve-tedbir-gulleri') },
    queries: {
      occasion: ['gəlin buketi', 'ru:букет невесты', 'en:bridal bouquet', 'toy buketi', 'ru:свадебный букет'],
      keys: [russianOnAzerbaijani('букет невесты')],
    },
  },
  {
    meant: 'everlasting rose',
    grades: { 3: (p) => p.is('suse-qubbede-ebedi-qizilgul'), 1: (p) => p.from('quru-ve-ebedi-guller') },
    queries: { attributes: ['əbədi qızılgül', 'ru:вечная роза'], cross: ['en:əbədi qızılgül'] },
  },
  {
    meant: 'so many roses',
    grades: { 3: (p) => p.is('sebetde-51-qizilgul'), 1: (p) => isRose(p) && p.in('qizilgul-buketleri', 'gul-sebetleri') },
    queries: { model: ['51 qızılgül', 'ru:51 роза'] },
  },
  {
    meant: 'twenty-five roses',
    grades: { 3: (p) => p.is('ekvador-qizilgulu-uzun-sapli-25'), 1: (p) => isRose(p) && p.in('qizilgul-buketleri') },
    queries: { model: ['25 qızılgül', 'ru:25 роз'] },
  },
];
