// What searches for beauty and jewellery mean: the rules that grade products (`Product` of demo.mjs), and queries by class (label.mjs).
import { azerbaijaniInCyrillic, englishOnRussian, azerbaijaniOnRussian, russianOnUs } from '../typed.mjs';

export default [
  {
    meant: 'perfume for women',
    grades: { 3: (p) => p.from('qadin-etirleri'), 2: (p) => p.from('uniseks-etirler'), 1: (p) => p.from('etirler') },
    queries: {
      az: ['qadın ətri'], plain: ['qadin etri'], inflected: ['qadınlar üçün ətirlər', 'qadın ətirləri'], typos: ['qadn ətri'],
      ru: ['женские духи'], ruForms: ['духи для женщин', 'женских духов'], en: ['perfume for women'], keys: [russianOnUs('женские духи')],
      occasion: ['qadına ətir'], cross: ['женские духи'],
    },
  },
  {
    meant: 'perfume for men',
    grades: { 3: (p) => p.from('kisi-etirleri'), 2: (p) => p.from('uniseks-etirler'), 1: (p) => p.from('etirler') },
    queries: {
      az: ['kişi ətri'], plain: ['kisi etri'], ru: ['мужские духи'], ruForms: ['мужской парфюм'], en: ["men's perfume"],
      occasion: ['ru:духи для мужчин'], attributes: ['kişi üçün ətir'],
    },
  },
  {
    meant: 'perfume',
    grades: { 3: (p) => p.from('etirler') },
    queries: {
      az: ['ətir'], plain: ['etir'], inflected: ['ətri', 'ətirlər'], typos: ['ətiir'], ru: ['духи'], ruForms: ['духов', 'парфюма'],
      en: ['perfume'], keys: ['ru:duhi', azerbaijaniOnRussian('ətir'), azerbaijaniInCyrillic('ətir')],
      cross: ['perfume', 'ru:ətir', 'парфюм'], prefix: ['en:perfu', 'ru:парф'],
    },
  },
  {
    meant: 'face cream',
    grades: { 3: (p) => p.is('gece-kremi-uzum-tumu-50'), 1: (p) => p.from('uz-qullugu') },
    queries: { az: ['gecə kremi'], ru: ['ночной крем'], en: ['night cream'], plain: ['gece kremi'] },
  },
  {
    meant: 'hand cream',
    grades: { 3: (p) => p.is('bal-ve-sud-el-kremi'), 1: (p) => p.from('beden-qullugu', 'uz-qullugu') && p.named(/cream/) },
    queries: { az: ['əl kremi'], plain: ['el kremi'], ru: ['крем для рук'], en: ['hand cream'] },
  },
  {
    meant: 'face mask',
    grades: { 3: (p) => p.is('yasil-gil-maskasi-90'), 1: (p) => p.is('badam-yagli-sac-maskasi') || p.from('uz-qullugu') },
    queries: { az: ['üz maskası'], ru: ['маска для лица'], en: ['face mask'], typos: ['uz masksı'] },
  },
  {
    meant: 'shampoo',
    grades: { 3: (p) => p.is('gicitken-sampunu'), 1: (p) => p.from('sac-qullugu') },
    queries: { az: ['şampun'], plain: ['sampun'], ru: ['шампунь'], ruForms: ['шампуня'], keys: ['shampun'], typos: ['şampunn'] },
  },
  {
    meant: 'soap',
    grades: { 3: (p) => p.from('el-isi-sabunlar') },
    queries: {
      az: ['sabun'], inflected: ['sabunlar', 'sabunu'], ru: ['мыло'], ruForms: ['мыла'], en: ['soap'],
      attributes: ['əl işi sabun', 'ru:мыло ручной работы'], keys: [azerbaijaniOnRussian('sabun')],
    },
  },
  {
    meant: 'lavender soap',
    grades: { 3: (p) => p.is('lavanda-zeytun-sabunu'), 1: (p) => p.from('el-isi-sabunlar') },
    queries: { attributes: ['lavandalı sabun', 'ru:мыло с лавандой', 'en:lavender soap'] },
  },
  {
    meant: 'lipstick',
    grades: { 3: (p) => p.is('mat-dodaq-boyasi-mexmer', 'uc-dodaq-boyasi-hediyye-qutusu'), 1: (p) => p.from('dodaq-makiyaji') },
    queries: {
      az: ['dodaq boyası'], plain: ['dodaq boyasi'], ru: ['помада'], ruForms: ['помаду', 'памада'], en: ['lipstick'],
      keys: [russianOnUs('помада'), 'ru:pomada'], cross: ['pomada', 'помада'],
    },
  },
  {
    meant: 'nail polish',
    grades: { 3: (p) => p.is('naz-dirnaq-laki'), 1: (p) => p.from('dirnaq-laklari') },
    queries: { az: ['dırnaq lakı'], plain: ['dirnaq laki'], ru: ['лак для ногтей'], en: ['nail polish'] },
  },
  {
    meant: 'mascara',
    grades: { 3: (p) => p.is('hecm-veren-kirpik-tusu'), 1: (p) => p.from('goz-ve-uz-makiyaji') },
    queries: { ru: ['тушь для ресниц'], en: ['mascara'], az: ['kirpik tuşu'] },
  },
  {
    meant: 'bath bombs',
    grades: { 3: (p) => p.is('vanna-bombalari-6-li'), 1: (p) => p.in('vanna-duzlari-ve-bombalar') },
    queries: { az: ['vanna bombası'], ru: ['бомбочки для ванны'], en: ['bath bombs'] },
  },
  {
    meant: 'earrings',
    grades: { 3: (p) => p.from('sirgalar') },
    queries: {
      az: ['sırğa'], plain: ['sirga'], inflected: ['sırğalar', 'sırğaları'], typos: ['sırqa', 'sıırğa'], ru: ['серьги'],
      ruForms: ['сережки'], en: ['earrings'], keys: [russianOnUs('серьги'), 'sirgha', azerbaijaniInCyrillic('sırğa')],
      cross: ['серьги', 'ru:sırğa', 'earrings'], prefix: ['sırğ', 'en:earr'],
    },
  },
  {
    meant: 'silver earrings',
    grades: {
      3: (p) => p.from('sirgalar') && p.has('metal', 'silver') && p.named(/silver/),
      2: (p) => p.from('sirgalar') && p.has('metal', 'silver'),
      1: (p) => p.from('sirgalar'),
    },
    queries: { attributes: ['gümüş sırğa', 'ru:серебряные серьги', 'en:silver earrings'] },
  },
  {
    meant: 'gold earrings',
    grades: { 3: (p) => p.is('ulduz-formali-qizil-pusetler'), 1: (p) => p.from('sirgalar') },
    queries: { attributes: ['qızıl sırğa', 'ru:золотые серьги', 'en:gold earrings'] },
  },
  {
    meant: 'rings',
    grades: { 3: (p) => p.from('uzukler') },
    queries: {
      az: ['üzük'], plain: ['uzuk'], inflected: ['üzüklər', 'üzüyü'], typos: ['üzükk'], ru: ['кольцо'], ruForms: ['кольца', 'колечко'],
      keys: [russianOnUs('кольцо'), azerbaijaniOnRussian('üzük'), azerbaijaniInCyrillic('üzük')], cross: ['кольцо'],
    },
  },
  {
    meant: 'engagement ring',
    grades: { 3: (p) => p.is('brilyant-nisan-uzuyu'), 1: (p) => p.from('uzukler') },
    queries: {
      occasion: ['nişan üzüyü', 'ru:помолвочное кольцо', 'en:engagement ring'], plain: ['nisan uzuyu'],
      attributes: ['brilyant üzük', 'ru:кольцо с бриллиантом'],
    },
  },
  {
    meant: 'silver ring',
    grades: { 3: (p) => p.is('buta-gumus-uzuk'), 2: (p) => p.from('uzukler') && p.has('metal', 'silver'), 1: (p) => p.from('uzukler') },
    queries: { attributes: ['gümüş üzük', 'ru:серебряное кольцо'] },
  },
  {
    meant: 'necklaces',
    grades: { 3: (p) => p.from('boyunbagilar') },
    queries: {
      az: ['boyunbağı'], plain: ['boyunbagi'], inflected: ['boyunbağılar'], typos: ['boyunbağ', 'boyunbaği'], ru: ['колье'],
      ruForms: ['подвески'], en: ['necklace'], prefix: ['boyunb'],
    },
  },
  {
    meant: 'gold necklace',
    grades: {
      3: (p) => p.is('zumrud-qizil-boyunbagi'),
      2: (p) => p.from('boyunbagilar') && p.has('metal', 'gilded'),
      1: (p) => p.from('boyunbagilar'),
    },
    queries: { attributes: ['qızıl boyunbağı', 'ru:золотое колье', 'en:gold necklace'] },
  },
  {
    meant: 'bracelets',
    grades: { 3: (p) => p.from('qolbaqlar'), 1: (p) => p.named(/corsage|fitness band/) },
    queries: {
      az: ['qolbaq'], inflected: ['qolbaqlar', 'qolbağı'], ru: ['браслет'], ruForms: ['браслеты'], en: ['bracelet'],
      keys: [russianOnUs('браслет'), 'braslet'],
    },
  },
  {
    meant: "women's watch",
    grades: {
      3: (p) => p.is('ince-qadin-saati', 'leman-qadin-agilli-saati'),
      1: (p) => p.from('qol-saatlari') && p.has('recipient', 'everyone'),
    },
    queries: {
      az: ['qadın saatı'], plain: ['qadin saati'], inflected: ['qadınlar üçün saat'], ru: ['женские часы'], ruForms: ['часы для женщин'],
      en: ["women's watch"], keys: [russianOnUs('женские часы')],
    },
  },
  {
    meant: "men's watch",
    grades: {
      3: (p) => p.is('merdekan-avtomatik-kisi-saati'),
      2: (p) => p.is('cib-saati-zencirli'),
      1: (p) => p.from('qol-saatlari') && p.has('recipient', 'everyone'),
    },
    queries: { az: ['kişi saatı'], plain: ['kisi saati'], ru: ['мужские часы'], en: ['mens watch'] },
  },
  {
    meant: 'watches',
    grades: {
      3: (p) => p.from('qol-saatlari'),
      2: (p) => p.in('qol-saatlari') || (p.from('agilli-saatlar') && !p.named(/band/)),
      1: (p) => p.named(/clock/),
    },
    queries: {
      az: ['saat'], inflected: ['saatlar', 'saatı'], typos: ['saatt'], ru: ['часы'], ruForms: ['наручных часов'], en: ['watch'],
      keys: [azerbaijaniOnRussian('saat'), englishOnRussian('watch')], cross: ['часы', 'ru:saat', 'watch'],
    },
  },
];
