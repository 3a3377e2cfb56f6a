// What searches for clothes, shoes, bags and sport mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const isKelaghayi = (p) => p.from('kelagayilar') || p.is('sogani-butali-kelagayi');

export default [
  {
    meant: 'dresses',
    grades: { 3: (p) => p.is('yay-donu-sahil', 'axsam-donu-yaqut'), 2: (p) => p.is('qiz-donu-kepenek') },
    queries: {
      az: ['don'], inflected: ['donlar', 'qadın donu'], ru: ['платье'], ruForms: ['платья', 'плате'], en: ['dress'],
      cross: ['платье', 'dress'], keys: [russianOnUs('платье')],
    },
  },
  {
    meant: 'evening dress',
    grades: { 3: (p) => p.is('axsam-donu-yaqut'), 1: (p) => p.is('yay-donu-sahil') },
    queries: { attributes: ['axşam donu', 'ru:вечернее платье', 'en:red dress'] },
  },
  {
    meant: "girl's dress",
    grades: { 3: (p) => p.is('qiz-donu-kepenek') },
    queries: { attributes: ['qız donu', 'ru:платье для девочки', 'en:pink dress for girl'] },
  },
  {
    meant: "men's shirt",
    grades: { 3: (p) => p.is('klassik-koynek-nizami'), 1: (p) => p.is('pambiq-futbolka-xezer') },
    queries: {
      az: ['kişi köynəyi'], plain: ['kisi koyneyi'], inflected: ['köynəklər'], typos: ['köynk'], ru: ['мужская рубашка'],
      en: ["men's shirt"],
    },
  },
  {
    meant: 't-shirt',
    grades: { 3: (p) => p.is('pambiq-futbolka-xezer') },
    queries: { az: ['futbolka'], ru: ['футболка'], ruForms: ['футболки'], en: ['t-shirt', 'tshirt'] },
  },
  {
    meant: 'jeans',
    grades: { 3: (p) => p.is('cins-salvar-duz-bicim') },
    queries: { az: ['cins şalvar'], ru: ['джинсы'], en: ['jeans'], keys: [russianOnUs('джинсы')], cross: ['джинсы'] },
  },
  {
    meant: "women's shoes",
    grades: { 3: (p) => p.from('qadin-ayaqqabilari'), 1: (p) => p.from('idman-ayaqqabilari') && p.has('audience', 'all') },
    queries: {
      az: ['qadın ayaqqabısı'], plain: ['qadin ayaqqabisi'], inflected: ['qadın ayaqqabıları'], typos: ['qadın ayaqabısı'],
      ru: ['женская обувь'], ruForms: ['обувь для женщин'], en: ["women's shoes"],
    },
  },
  {
    meant: 'red shoes',
    grades: { 3: (p) => p.is('dikdaban-ayaqqabi-nar'), 1: (p) => p.from('qadin-ayaqqabilari') },
    queries: { attributes: ['qırmızı ayaqqabı', 'ru:красные туфли', 'en:red shoes'] },
  },
  {
    meant: 'shoes',
    grades: { 3: (p) => p.from('ayaqqabi') },
    queries: {
      az: ['ayaqqabı'], plain: ['ayaqqabi'], inflected: ['ayaqqabılar', 'ayaqqabısı'], typos: ['ayaqabı'], ru: ['обувь'], en: ['shoes'],
      cross: ['обувь', 'ru:ayaqqabı'], prefix: ['ayaqq'],
    },
  },
  {
    meant: 'running shoes',
    grades: { 3: (p) => p.is('qacis-ayaqqabisi-meh'), 2: (p) => p.from('idman-ayaqqabilari') },
    queries: {
      ru: ['кроссовки'], ruForms: ['красовки', 'кроссовок'], en: ['running shoes', 'sneakers'], az: ['krossovka'],
      keys: [russianOnUs('кроссовки')], cross: ['кроссовки'], prefix: ['ru:кросс'],
    },
  },
  {
    meant: 'boots',
    grades: { 3: (p) => p.is('kisi-botu-yaylaq', 'uzunbogaz-cekme-simal') },
    queries: { az: ['çəkmə'], ru: ['сапоги'], en: ['boots'] },
  },
  {
    meant: 'slippers',
    grades: { 3: (p) => p.is('kece-ev-carigi') },
    queries: { ru: ['тапочки'], ruForms: ['тапки'], en: ['slippers'], az: ['ev çarığı'] },
  },
  {
    meant: 'handbags',
    grades: { 3: (p) => p.from('qadin-cantalari'), 1: (p) => p.in('canta-ve-cuzdan') && p.named(/bag|pouch|clutch/) },
    queries: {
      az: ['qadın çantası'], plain: ['qadin cantasi'], inflected: ['qadın çantaları'], typos: ['qadın çanatsı'], ru: ['женская сумка'],
      ruForms: ['женские сумки', 'сумочка женская'], en: ['handbag'], keys: ['qadin chantasi', russianOnUs('женская сумка')],
      cross: ['сумка', 'сумка çanta'],
    },
  },
  {
    meant: 'bags',
    grades: {
      3: (p) => p.from('qadin-cantalari', 'bel-cantalari') || p.is('ortopedik-mekteb-cantasi'),
      2: (p) => p.named(/\bbag\b|pouch/) && !p.named(/gift bag|treat bag/),
      1: (p) => p.named(/çanta/),
    },
    queries: {
      az: ['çanta'], plain: ['canta'], inflected: ['çantalar', 'çantası'], typos: ['çantaa'],
      keys: ['chanta', azerbaijaniOnRussian('çanta')], prefix: ['çant'],
    },
  },
  {
    meant: 'leather handbag',
    grades: { 3: (p) => p.is('deri-el-cantasi-sehrizad'), 2: (p) => p.is('is-portfeli-vekil'), 1: (p) => p.from('qadin-cantalari') },
    queries: { attributes: ['dəri çanta', 'ru:кожаная сумка', 'en:leather handbag'] },
  },
  {
    meant: 'backpack',
    grades: {
      3: (p) => p.is('seher-bel-cantasi-metro'),
      2: (p) => p.is('mekteb-cantasi-birinci-zeng', 'ortopedik-mekteb-cantasi'),
      1: (p) => p.from('bel-cantalari'),
    },
    queries: {
      az: ['bel çantası'], plain: ['bel cantasi'], ru: ['рюкзак'], ruForms: ['рюкзаки', 'рюгзак'], en: ['backpack'], cross: ['рюкзак'],
    },
  },
  {
    meant: 'school bag',
    grades: { 3: (p) => p.is('mekteb-cantasi-birinci-zeng', 'ortopedik-mekteb-cantasi') },
    queries: {
      az: ['məktəb çantası'], plain: ['mekteb cantasi'], inflected: ['məktəbli çantası'], typos: ['məktb çantası'], ru: ['школьный рюкзак'],
      ruForms: ['ранец'], en: ['school bag'],
    },
  },
  {
    meant: 'wallet',
    grades: { 3: (p) => p.is('kisi-cuzdani-sade', 'deri-pulqabi-ve-kemer-desti'), 2: (p) => p.is('pul-kisesi-nenemin-sandigi') },
    queries: {
      az: ['pulqabı', 'cüzdan'], plain: ['cuzdan'], inflected: ['kişi cüzdanı'], ru: ['кошелёк'], ruForms: ['кошельки', 'кашелек'],
      en: ['wallet'], attributes: ['dəri cüzdan', 'ru:кожаный кошелек'],
    },
  },
  {
    meant: 'kelaghayi',
    grades: { 3: isKelaghayi, 1: (p) => p.named(/kelaghayi/) },
    queries: {
      az: ['kəlağayı'], plain: ['kelagayi'], inflected: ['kəlağayılar', 'kəlağayısı'], typos: ['kəlağyı', 'kelaqayi'], ru: ['келагаи'],
      en: ['kelaghayi'], keys: ['kelaghayi', azerbaijaniOnRussian('kəlağayı')], prefix: ['kəlağ'],
    },
  },
  {
    meant: 'blue kelaghayi',
    grades: { 3: (p) => p.is('goy-kelagayi-heyrati'), 1: isKelaghayi },
    queries: { attributes: ['göy kəlağayı', 'ru:синий келагаи'] },
  },
  {
    meant: 'silk scarf',
    grades: { 3: (p) => p.is('ipek-sal-benovse', 'ipek-yayliq-dar-kuce', 'ipek-ve-gumus-qadin-desti'), 2: isKelaghayi },
    queries: { attributes: ['ipək şal', 'ru:шёлковый платок', 'en:silk scarf'], plain: ['ipek sal'], inflected: ['ipək yaylığı'] },
  },
  {
    meant: 'tie',
    grades: { 3: (p) => p.is('jakkard-qalstuk-buta', 'ipek-qalstuk-buta'), 2: (p) => p.is('klassik-koynek-nizami') },
    queries: {
      az: ['qalstuk'], inflected: ['qalstuklar'], typos: ['qalstk'], ru: ['галстук'], ruForms: ['галстуки'], en: ['tie'],
      keys: [russianOnUs('галстук')],
    },
  },
  {
    meant: 'umbrella',
    grades: { 3: (p) => p.is('kulek-cetiri-xezri') },
    queries: {
      az: ['çətir'], plain: ['cetir'], inflected: ['çətiri'], ru: ['зонт'], ruForms: ['зонтик'], en: ['umbrella'], cross: ['зонт'],
    },
  },
  {
    meant: 'sunglasses',
    grades: { 3: (p) => p.is('gunes-eyneyi-bulvar') },
    queries: { az: ['günəş eynəyi'], plain: ['gunes eyneyi'], ru: ['солнечные очки'], en: ['sunglasses'], typos: ['günş eynəyi'] },
  },
  {
    meant: 'football',
    grades: { 3: (p) => p.is('futbol-topu-heyet'), 1: (p) => p.is('basketbol-topu-turnir') },
    queries: { az: ['futbol topu'], ru: ['футбольный мяч'], en: ['football'], typos: ['futbl topu'], cross: ['мяч'] },
  },
  {
    meant: 'tent',
    grades: { 3: (p) => p.is('cadir-qizilagac-3') },
    queries: { az: ['çadır'], plain: ['cadir'], ru: ['палатка'], ruForms: ['палатку'], en: ['tent'] },
  },
  {
    meant: 'suitcase',
    grades: { 3: (p) => p.is('camadan-sefer-goy'), 2: (p) => p.is('usaq-camadani-balaca-seyyah') },
    queries: {
      az: ['çamadan'], plain: ['camadan'], ru: ['чемодан'], ruForms: ['чимадан'], en: ['suitcase'], keys: ['chamadan', 'ru:chemodan'],
    },
  },
  {
    meant: 'scooter',
    grades: { 3: (p) => p.is('qatlanan-samokat-seher-yolu') },
    queries: { az: ['samokat'], ru: ['самокат'], en: ['scooter'] },
  },
  { meant: 'running shoes by name', grades: { 3: (p) => p.is('qacis-ayaqqabisi-meh') }, queries: { model: ['meh 3', 'en:meh 3 shoes'] } },
];
