import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'

const GIFTS = 'hediyyeler'
const MOST = [20, 50, 100]
const LEAST = 100

const inQepik = (manats: number) => String(manats * 100)
const price = (manats: number) => `${manats}\u00a0₼`

/** The third question: how much. Each answer is the gifts, filtered. */
export function Budgets() {
  const t = useT()
  const ways = [
    ...MOST.map((most) => ({
      to: paths.category(GIFTS, { maxPrice: inQepik(most) }),
      label: t('home.budget.most', { price: price(most) }),
    })),
    { to: paths.category(GIFTS, { minPrice: inQepik(LEAST) }), label: t('home.budget.least', { price: price(LEAST) }) },
  ]
  return (
    <nav aria-label={t('home.budgets')} className="flex flex-wrap items-center gap-2 sm:gap-3 lg:col-span-2">
      <p className="mr-2 w-full font-semibold sm:w-auto">{t('home.budgets')}</p>
      {ways.map(({ to, label }) => (
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
