import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { Category } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'

/** An accordion of native disclosures: one top category open at a time. */
export function SideCategories() {
  return useTree().map((category) => <Top key={category.id} category={category} />)
}

function Top({ category }: { category: Category }) {
  const t = useT()
  return (
    <details name="side-categories" className="group">
      <summary className="flex min-h-13 list-none items-center gap-3.5 rounded-md px-2 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="size-9 shrink-0 overflow-hidden rounded-md bg-pearl">
          <Picture src={category.imageUrl} alt="" sizes="36px" className="size-full object-cover" />
        </span>
        <span className="grow">{category.name}</span>
        <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="pb-2 pl-14.5">
        <li>
          <Row slug={category.slug} name={t('common.nav.all', { name: category.name })} isStrong />
        </li>
        {category.children.map(({ id, slug, name }) => (
          <li key={id}>
            <Row slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const Row = ({ slug, name, isStrong = false }: { slug: string; name: string; isStrong?: boolean }) => (
  <Link
    to={paths.category(slug)}
    className={`flex min-h-11 items-center rounded-md px-2 text-[0.9375rem] hover:text-accent-text ${isStrong ? 'font-semibold text-accent-text' : 'text-muted'}`}
  >
    {name}
  </Link>
)
