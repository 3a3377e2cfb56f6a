// What searches for the home mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

const isArmudu = (p) => p.from('cay-destleri') && p.named(/armudu/);

export default [
  {
    meant: 'armudu glasses',
    grades: { 3: isArmudu, 2: (p) => p.is('nerd-ve-armudu-desti') },
    queries: {
      az: ['armudu'], inflected: ['armudu dəstləri'], typos: ['armuddu'], ru: ['армуду'], en: ['armudu set'], keys: [russianOnUs('армуду')],
    },
  },
  {
    meant: 'tea set',
    grades: {
      3: (p) => isArmudu(p) || p.is('lahic-mis-cay-desti'),
      2: (p) => p.is('firuze-cini-caynik', 'hilli-darcinli-cay-desti', 'nerd-ve-armudu-desti'),
      1: (p) => p.is('qonaq-geldi-oyuncaq-cay-desti', 'mesede-cay-desti', 'murebbe-qablari-desti-baglar', 'kicik-mis-samovar-ve-caynik'),
    },
    queries: {
      az: ['çay dəsti'], plain: ['cay desti'], inflected: ['çay dəstləri'], ru: ['чайный набор'], ruForms: ['чайные наборы'],
      en: ['tea set'],
    },
  },
  {
    meant: 'teapot',
    grades: {
      3: (p) => p.is('firuze-cini-caynik'),
      2: (p) => p.is('kicik-mis-samovar-ve-caynik'),
      1: (p) => p.is('lahic-mis-cay-desti', 'mesede-cay-desti'),
    },
    queries: { az: ['çaynik'], plain: ['caynik'], ru: ['чайник'], ruForms: ['чайники'], en: ['teapot'], cross: ['чайник'] },
  },
  {
    meant: 'mugs',
    grades: {
      3: (p) => p.is('subh-saxsi-fincan', 'cut-fincan-sen-ve-men'),
      2: (p) => p.is('masaustu-bitki-ve-fincan-desti', 'qehve-fasilesi-qadin-desti'),
      1: (p) => p.from('fincan-ve-stekanlar') || p.named(/\bmug\b/),
    },
    queries: {
      az: ['fincan'], inflected: ['fincanlar'], typos: ['fincn'], ru: ['кружка'], ruForms: ['кружки', 'кружек'], en: ['mug'],
      cross: ['кружка'],
    },
  },
  {
    meant: 'dinner service',
    grades: { 3: (p) => p.is('kohne-seher-servizi'), 1: (p) => p.from('bosqab-ve-servizler') },
    queries: { az: ['süfrə servizi'], plain: ['sufre servizi'], ru: ['столовый сервиз'], en: ['dinner set'] },
  },
  {
    meant: 'frying pan',
    grades: { 3: (p) => p.is('ocaqbasi-cuqun-tava'), 1: (p) => p.from('qazan-ve-tavalar') },
    queries: {
      az: ['tava'], ru: ['сковорода'], ruForms: ['сковородка'], en: ['frying pan'], attributes: ['çuqun tava', 'ru:чугунная сковорода'],
    },
  },
  {
    meant: 'pots',
    grades: { 3: (p) => p.is('lahic-mis-qazan', 'qranit-qazan-desti-mizan'), 1: (p) => p.from('qazan-ve-tavalar') },
    queries: { az: ['qazan'], inflected: ['qazanlar'], ru: ['казан'], typos: ['qazann'] },
  },
  {
    meant: 'copper pot',
    grades: { 3: (p) => p.is('lahic-mis-qazan'), 1: (p) => p.from('qazan-ve-tavalar', 'mis-ve-saxsi') && p.named(/copper|cookware/) },
    queries: { attributes: ['mis qazan', 'ru:медный казан', 'en:copper pot'] },
  },
  {
    meant: 'knives',
    grades: { 3: (p) => p.is('usta-bicaq-desti-5') },
    queries: {
      az: ['bıçaq'], plain: ['bicaq'], inflected: ['bıçaqlar', 'bıçağı'], ru: ['набор ножей'], ruForms: ['ножи'], en: ['knife set'],
    },
  },
  {
    meant: 'candles',
    grades: {
      3: (p) => p.from('ev-samlari') || p.is('dord-cersenbe-sam-desti'),
      2: (p) => p.is('quru-gul-ve-soya-sam-qutusu'),
      1: (p) => p.is('ad-gunu-tort-sam-sar-paketi', 'yavas-axsam-qadin-desti', 'ozume-bir-axsam-spa-desti'),
    },
    queries: {
      az: ['şam'], plain: ['sam'], inflected: ['şamlar', 'şamı'], ru: ['свеча'], ruForms: ['свечи', 'свечка'], en: ['candles'],
      keys: [russianOnUs('свечи'), 'ru:svechi'], cross: ['свечи', 'candle', 'ru:şam'],
    },
  },
  {
    meant: 'soy candle',
    grades: {
      3: (p) => p.named(/soy candle/) && p.from('ev-samlari'),
      2: (p) => p.is('quru-gul-ve-soya-sam-qutusu', 'sam-desti-dord-fesil'),
      1: (p) => p.from('ev-samlari'),
    },
    queries: { attributes: ['soya şamı', 'ru:соевая свеча', 'en:soy candle'] },
  },
  {
    meant: 'diffuser',
    grades: {
      3: (p) => p.named(/diffuser/) && p.from('ev-diffuzorlari'),
      2: (p) => p.is('sekkiz-mart-lale-ve-etir'),
      1: (p) => p.from('ev-diffuzorlari'),
    },
    queries: { az: ['diffuzor'], typos: ['difuzor'], ru: ['диффузор'], ruForms: ['дифузор'], en: ['reed diffuser'], prefix: ['diffuz'] },
  },
  {
    meant: 'vase',
    grades: { 3: (p) => p.is('saxsi-vaz-qobustan', 'yasil-guldan-sedef'), 1: (p) => p.named(/vase/) },
    queries: { az: ['vaz', 'güldan'], ru: ['ваза'], ruForms: ['вазу'], en: ['vase'], cross: ['ваза'] },
  },
  {
    meant: 'green vase',
    grades: { 3: (p) => p.is('yasil-guldan-sedef'), 1: (p) => p.is('saxsi-vaz-qobustan') },
    queries: { attributes: ['yaşıl güldan', 'ru:зелёная ваза', 'en:green vase'] },
  },
  {
    meant: 'night light',
    grades: {
      3: (p) => p.is('dolunay-gece-isigi', 'gece-isigi-ay-kurasi', 'laylay-deyen-bayqus'),
      2: (p) => p.is('nagil-axsami-usaq-desti'),
      1: (p) => p.from('lampalar-ve-gece-isiqlari', 'ev-isiqlandirmasi'),
    },
    queries: {
      az: ['gecə işığı'], plain: ['gece isigi'], inflected: ['gecə işıqları'], typos: ['gecə işğı'], ru: ['ночник'], ruForms: ['ночники'],
      en: ['night light'], keys: [russianOnUs('ночник'), 'ru:nochnik'],
    },
  },
  {
    meant: 'desk lamp',
    grades: {
      3: (p) => p.is('masa-lampasi-alim', 'masaustu-lampa-ipek-abajur'),
      1: (p) => p.from('lampalar-ve-gece-isiqlari', 'ev-isiqlandirmasi') || p.named(/lamp/),
    },
    queries: { az: ['masa lampası'], plain: ['masa lampasi'], ru: ['настольная лампа'], ruForms: ['настольные лампы'], en: ['desk lamp'] },
  },
  {
    meant: 'wall clock',
    grades: { 3: (p) => p.is('divar-saati-palid'), 1: (p) => p.is('zengli-saat-seher-xoruzu') },
    queries: { az: ['divar saatı'], plain: ['divar saati'], ru: ['настенные часы'], en: ['wall clock'] },
  },
  {
    meant: 'alarm clock',
    grades: { 3: (p) => p.is('zengli-saat-seher-xoruzu'), 1: (p) => p.is('divar-saati-palid') },
    queries: { az: ['zəngli saat'], ru: ['будильник'], en: ['alarm clock'], cross: ['будильник'] },
  },
  {
    meant: 'bedding',
    grades: { 3: (p) => p.from('yataq-destleri') && !p.named(/cot/), 2: (p) => p.is('korpe-yataq-desti-bulud') },
    queries: {
      az: ['yataq dəsti'], plain: ['yataq desti'], inflected: ['yataq dəstləri'], ru: ['постельное бельё'], ruForms: ['постельного белья'],
      en: ['bedding'],
    },
  },
  {
    meant: 'towels',
    grades: { 3: (p) => p.is('hamam-desmali-desti-gence'), 2: (p) => p.named(/towel|hammam wrap/) },
    queries: {
      az: ['dəsmal'], plain: ['desmal'], inflected: ['hamam dəsmalı', 'dəsmallar'], typos: ['dəsmall'], ru: ['полотенце'],
      ruForms: ['полотенца'], en: ['towel'],
    },
  },
  {
    meant: 'throws',
    grades: {
      3: (p) => p.named(/throw$|throw \|/) || p.is('yun-pled-sahdag', 'qollu-plus-pled-tenbel-bazar'),
      2: (p) => p.is('adla-toxunan-korpe-adyali'),
    },
    queries: {
      az: ['pled'], ru: ['плед'], ruForms: ['плэд', 'пледы'], en: ['blanket'], keys: [russianOnUs('плед')], inflected: ['pledlər'],
    },
  },
  {
    meant: 'wool throw',
    grades: { 3: (p) => p.is('yun-pled-sahdag'), 1: (p) => p.is('qollu-plus-pled-tenbel-bazar', 'adla-toxunan-korpe-adyali') },
    queries: { attributes: ['yun pled', 'ru:шерстяной плед', 'en:wool throw'] },
  },
  {
    meant: 'carpets',
    grades: {
      3: (p) => p.is('divar-xalisi-qarabag-motivi', 'quba-bagi-mini-divar-xalcasi'),
      1: (p) => p.named(/carpet/) || p.is('yoqa-xalcasi-sakitlik'),
    },
    queries: {
      az: ['xalça'], plain: ['xalca'], inflected: ['xalçalar', 'xalçası'], ru: ['ковёр'], ruForms: ['коврик'], en: ['carpet'],
      keys: [azerbaijaniOnRussian('xalça')],
    },
  },
  {
    meant: 'cushions',
    grades: { 3: (p) => p.is('mexmer-yastiq-cutu-zumrud'), 1: (p) => p.is('yastiq-spreyi-lavanda') || p.from('pled-ve-yastiqlar') },
    queries: { az: ['yastıq'], plain: ['yastiq'], inflected: ['yastıqlar', 'yastığı'], ru: ['подушка'], ruForms: ['подушки', 'падушка'] },
  },
  {
    meant: 'silk robe',
    grades: { 3: (p) => p.is('ipek-xalat-gece-gulu') },
    queries: { attributes: ['ipək xalat', 'ru:шёлковый халат', 'en:silk robe'], inflected: ['ipək xalatı'] },
  },
  {
    meant: 'photo frames',
    grades: { 3: (p) => p.is('foto-cercive-desti-aile-divari'), 2: (p) => p.is('el-ayaq-izi-cercivesi') },
    queries: { az: ['foto çərçivə'], plain: ['foto cercive'], ru: ['рамка для фото'], en: ['photo frame'] },
  },
  {
    meant: 'string lights',
    grades: { 3: (p) => p.is('led-qirlyanda-ulduz-yagisi'), 2: (p) => p.is('kagiz-bayraqciq-girlanda-ad') },
    queries: { ru: ['гирлянда'], ruForms: ['гирлянды'], az: ['qirlyanda'], typos: ['girlyanda'] },
  },
  {
    meant: 'mirror',
    grades: {
      3: (p) => p.is('masaustu-guzgu-zer'),
      2: (p) => p.is('adla-kosmetik-canta-desti'),
      1: (p) => p.from('saat-ve-guzguler') && p.named(/mirror/),
    },
    queries: { az: ['güzgü'], plain: ['guzgu'], ru: ['зеркало'], en: ['mirror'] },
  },
  {
    meant: 'barbecue set',
    grades: { 3: (p) => p.is('kabab-ustasi-desti') },
    queries: { az: ['manqal dəsti'], ru: ['набор для шашлыка'], en: ['bbq set'], cross: ['мангал'] },
  },
  {
    meant: 'copper from Lahij',
    grades: {
      3: (p) => p.named(/copper/) && p.named(/lahij/),
      2: (p) => p.named(/copper/) && p.has('region', 'lahij'),
      1: (p) => p.named(/copper/),
    },
    queries: { attributes: ['lahıc misi', 'ru:медь лагич'], plain: ['lahic mis'] },
  },
];
