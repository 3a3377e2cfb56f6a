// The products that the owner enters in walk.ts.

import { fileURLToPath } from 'node:url'

export const STORE = {
  name: 'Lalə Evi',
  about: {
    az: 'Hər səhər təzə güllər və əl işi şirniyyat.',
    ru: 'Свежие цветы и сладости ручной работы.',
    en: 'Fresh flowers and handmade sweets.',
  },
}

export const FLOWERS = { az: 'Güllər', ru: 'Цветы', en: 'Flowers' }
export const SWEETS = { az: 'Şirniyyat', ru: 'Сладости', en: 'Sweets' }

export const COLOURS = [
  { value: 'red', label: { az: 'Qırmızı', ru: 'Красный', en: 'Red' } },
  { value: 'white', label: { az: 'Ağ', ru: 'Белый', en: 'White' } },
  { value: 'pink', label: { az: 'Çəhrayı', ru: 'Розовый', en: 'Pink' } },
]

/** Slug, then the name in Azerbaijani, Russian and English. */
const FLOWER_NAMES = [
  ['qizilgul', 'Qızılgül', 'Розы', 'roses'],
  ['lale', 'Lalə', 'Тюльпаны', 'tulips'],
  ['pion', 'Pion', 'Пионы', 'peonies'],
  ['xrizantem', 'Xrizantem', 'Хризантемы', 'chrysanthemums'],
] as const

const STEM_COUNTS = [9, 15, 25] as const

/** Slug, the name in Azerbaijani, Russian and English, and the price in ₼. */
const SWEETS_ON_SALE = [
  ['paxlava', 'Paxlava', 'Пахлава', 'Baklava', '18.00'],
  ['sekerbura', 'Şəkərbura', 'Шекербура', 'Shekerbura', '16.50'],
  ['qogal', 'Qoğal', 'Гогал', 'Qoghal', '9.90'],
  ['lokum', 'Lokum', 'Лукум', 'Turkish delight', '12.00'],
  ['findiqli-sokolad', 'Fındıqlı şokolad', 'Шоколад с фундуком', 'Hazelnut chocolate', '14.40'],
  ['bal', 'Dağ balı', 'Горный мёд', 'Mountain honey', '22.00'],
  ['murebbe', 'Qoz mürəbbəsi', 'Варенье из орехов', 'Walnut jam', '11.00'],
  ['cay', 'Lənkəran çayı', 'Ленкоранский чай', 'Lankaran tea', '8.50'],
] as const

export const IMPORTED_COUNT = FLOWER_NAMES.length * STEM_COUNTS.length + SWEETS_ON_SALE.length

/** Returns a CSV file as a spreadsheet saves it: with a byte order mark and CRLF. */
export function priceList(): string {
  const head = ['slug', 'category', 'name_az', 'name_ru', 'name_en', 'description_az', 'price', 'stock', 'field:color', 'field:stems']
  const flowers = FLOWER_NAMES.flatMap(([slug, az, ru, en], flowerIndex) =>
    STEM_COUNTS.map((stems, stemsIndex) => [
      `${slug}-${stems}`,
      'guller',
      `${az}, ${stems} ədəd`,
      `${ru}, ${stems} шт.`,
      `Bouquet of ${stems} ${en}`,
      `${stems} ədəd təzə gül, lentlə bağlanmış.`,
      // A stem of the first flower costs 1.60 ₼, and of each further flower 0.40 ₼ more.
      (stems * (1.6 + flowerIndex * 0.4)).toFixed(2),
      String(10 + stems),
      COLOURS[(flowerIndex + stemsIndex) % COLOURS.length]?.value ?? 'red',
      String(stems),
    ]),
  )
  const sweets = SWEETS_ON_SALE.map(([slug, az, ru, en, price]) => [
    slug,
    'sirniyyat',
    az,
    ru,
    en,
    'Əl işi, hədiyyə qutusunda.',
    price,
    '40',
    '',
    '',
  ])
  const escapeCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `\uFEFF${[head, ...flowers, ...sweets].map((row) => row.map(escapeCell).join(',')).join('\r\n')}\r\n`
}

/** `code` is the code point of an emoji. */
const picture = (code: string) => fileURLToPath(new URL(`../../mock-api/pictures/${code}.webp`, import.meta.url))

/** Prices are in ₼. */
export const BY_HAND = [
  {
    name: { az: 'Bahar buketi', ru: 'Весенний букет', en: 'Spring bouquet' },
    text: { az: 'Lalə və çobanyastığı.', ru: 'Тюльпаны и ромашки.', en: 'Tulips and daisies.' },
    category: FLOWERS.en,
    price: '45.00',
    discounted: '36.00',
    stock: '12',
    picture: picture('1f337'),
  },
  {
    name: { az: 'Hədiyyə qutusu', ru: 'Подарочная коробка', en: 'Gift box' },
    text: { az: 'Lentli qutu, açıqca ilə.', ru: 'Коробка с лентой и открыткой.', en: 'A box with a ribbon and a card.' },
    category: SWEETS.en,
    price: '25.00',
    discounted: '',
    stock: '30',
    picture: picture('1f381'),
  },
  {
    name: { az: 'Ad günü tortu', ru: 'Торт на день рождения', en: 'Birthday cake' },
    text: { az: 'Səkkiz nəfərlik.', ru: 'На восемь человек.', en: 'For eight people.' },
    category: SWEETS.en,
    price: '38.00',
    discounted: '',
    stock: '5',
    picture: picture('1f382'),
  },
] as const
