// Links into the catalogue by occasion, recipient and budget.

import clsx from 'clsx'
import { Link } from 'react-router'
import birthday from '~/assets/pictures/birthday.webp'
import colleagues from '~/assets/pictures/colleagues.webp'
import her from '~/assets/pictures/her.webp'
import him from '~/assets/pictures/him.webp'
import kids from '~/assets/pictures/kids.webp'
import march from '~/assets/pictures/march.webp'
import newborn from '~/assets/pictures/newborn.webp'
import novruz from '~/assets/pictures/novruz.webp'
import { useNear } from '~/lib/use-near'
import { findCategory, useTree } from '~shared/features/catalog/queries'
import { type Key, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Section } from '~shared/ui/section'

/** Pictures load this near the window. A tile is complete without its picture, so the distance is short. */
const PRELOAD_DISTANCE_PX = 300

interface Tile {
  slug: string
  label: Key
  picture: string
  tone: string
}

const OCCASIONS: Tile[] = [
  { slug: 'ad-gunu-hediyyeleri', label: 'home.occasion.birthday', picture: birthday, tone: 'bg-rose' },
  { slug: 'novruz-hediyyeleri', label: 'home.occasion.novruz', picture: novruz, tone: 'bg-mint' },
  { slug: '8-mart-hediyyeleri', label: 'home.occasion.march', picture: march, tone: 'bg-lilac' },
  { slug: 'yeni-dogulan-korpeye', label: 'home.occasion.newborn', picture: newborn, tone: 'bg-sky' },
]
const RECIPIENTS: Tile[] = [
  { slug: 'qadinlar-ucun-destler', label: 'home.recipient.her', picture: her, tone: 'bg-peach' },
  { slug: 'kisiler-ucun-destler', label: 'home.recipient.him', picture: him, tone: 'bg-pearl' },
  { slug: 'usaqlar-ucun-destler', label: 'home.recipient.kids', picture: kids, tone: 'bg-lemon' },
  { slug: 'hemkarlar-ucun-destler', label: 'home.recipient.colleagues', picture: colleagues, tone: 'bg-sand' },
]

export default function Occasions() {
  const t = useT()
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2 lg:gap-y-8">
      <Tiles title={t('home.occasions')} tiles={OCCASIONS} />
      <Tiles title={t('home.recipients')} tiles={RECIPIENTS} />
      <Budgets />
    </div>
  )
}

function Tiles({ title, tiles }: { title: string; tiles: Tile[] }) {
  const t = useT()
  const tree = useTree()
  const { ref, isNear } = useNear(PRELOAD_DISTANCE_PX)
  // A small shop may lack some of these categories.
  const existing = tiles.filter(({ slug }) => findCategory(tree, slug))
  if (existing.length === 0) return null
  return (
    <Section title={title}>
      <ul ref={ref} className="grid grid-cols-2 gap-3 sm:gap-4">
        {existing.map(({ slug, label, picture, tone }) => (
          <li key={slug}>
            <Link
              to={paths.category(slug)}
              className={clsx('group relative block h-32 overflow-hidden rounded-xl p-4 font-semibold sm:h-38 sm:p-5 sm:text-lg', tone)}
            >
              <span className="relative z-1 block max-w-[9ch] leading-tight">{t(label)}</span>
              {isNear && (
                <img
                  src={picture}
                  alt=""
                  width={160}
                  height={160}
                  className="absolute -right-1 -bottom-2 size-22 transition-transform duration-300 ease-out group-hover:-translate-y-1 group-hover:-rotate-4 sm:size-28"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The category of all gifts. */
const GIFTS = 'hediyyeler'
/** The budgets in manats: one link for products up to each of these prices, and one for products from the last price. */
const MAX_PRICES = [20, 50, 100]
const MIN_PRICE = 100

const inQepik = (manats: number) => String(manats * 100)
const price = (manats: number) => `${manats}\u00a0₼`

function Budgets() {
  const t = useT()
  const links = [
    ...MAX_PRICES.map((max) => ({
      to: paths.category(GIFTS, { maxPrice: inQepik(max) }),
      label: t('home.budget.most', { price: price(max) }),
    })),
    { to: paths.category(GIFTS, { minPrice: inQepik(MIN_PRICE) }), label: t('home.budget.least', { price: price(MIN_PRICE) }) },
  ]
  return (
    <nav aria-label={t('home.budgets')} className="flex flex-wrap items-center gap-2 sm:gap-3 lg:col-span-2">
      <p className="mr-2 w-full font-semibold sm:w-auto">{t('home.budgets')}</p>
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors hover:border-line-strong hover:text-accent-text"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
