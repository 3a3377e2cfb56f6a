import { Link } from 'react-router'
import type { Category } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'

export function Subcategories({ categories }: { categories: Category[] }) {
  const t = useT()
  if (categories.length === 0) return null
  return (
    <nav aria-label={t('catalog.subcategories')} className="shelf -mx-4 scroll-px-4 justify-start gap-2.5 px-4 pb-1 md:mx-0 md:px-0">
      {categories.map(({ id, name, slug, imageUrl }) => (
        <Link
          key={id}
          to={paths.category(slug)}
          className="flex min-h-14 items-center gap-3 rounded-full border border-line bg-surface py-1.5 pr-5 pl-1.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors hover:border-line-strong hover:text-accent-text"
        >
          <span className="size-11 shrink-0 overflow-hidden rounded-full bg-pearl">
            {imageUrl && <Picture src={imageUrl} alt="" sizes="44px" className="size-full object-cover" />}
          </span>
          {name}
        </Link>
      ))}
    </nav>
  )
}
