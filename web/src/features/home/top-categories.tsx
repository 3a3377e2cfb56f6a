import { Link } from 'react-router'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'

export function TopCategories() {
  const t = useT()
  const tree = useTree()
  return (
    <nav aria-label={t('home.categories')}>
      <ul className="shelf -mx-4 scroll-px-4 auto-cols-[5.75rem] gap-3 px-4 py-1 sm:auto-cols-[7.5rem] md:mx-0 md:px-0 xl:auto-cols-[calc(12.5%-10.5px)]">
        {tree.map(({ id, name, slug, imageUrl }) => (
          <li key={id}>
            <Link
              to={paths.category(slug)}
              className="group grid justify-items-center gap-2.5 rounded-lg py-1 text-center text-[0.8125rem] leading-tight font-medium sm:text-sm"
            >
              <span className="size-18 overflow-hidden rounded-full bg-pearl ring-3 ring-transparent transition-shadow group-hover:ring-accent-soft sm:size-24">
                <Picture
                  src={imageUrl}
                  alt=""
                  sizes="96px"
                  className="size-full object-cover transition-transform duration-300 group-hover:scale-105"
                />
              </span>
              <span className="group-hover:text-accent-text">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
