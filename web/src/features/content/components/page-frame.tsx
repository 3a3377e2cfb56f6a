import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'
import { TEXT_PAGES } from '~shared/features/content/pages'

interface Props {
  title: string
  /** Below the title. */
  note?: ReactNode
  /** Beside the text, where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** A page of texts, with its neighbours and a way to ask further below it. */
export function PageFrame({ title, note, aside, children }: Props) {
  const t = useT()
  const { pathname } = useLocation()
  usePage(t('common.titleOf', { name: title }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={title} />
      <h1 tabIndex={-1} className="mt-1 text-3xl text-balance sm:text-4xl">
        {title}
      </h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
      <div className="mt-7 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0">{children}</div>
        {aside && <div className="max-lg:hidden">{aside}</div>}
      </div>
      <section className="mt-14 grid gap-4 rounded-xl bg-sand p-5 sm:p-7 md:flex md:items-center md:justify-between">
        <p className="max-w-xl text-pretty">{t('content.help')}</p>
        <ButtonLink to={paths.contact()} size="lg" className="shrink-0">
          {t('content.write')}
        </ButtonLink>
      </section>
      <nav aria-label={t('content.seeAlso')} className="mt-8">
        <p className="font-semibold">{t('content.seeAlso')}</p>
        <ul className="mt-1 flex flex-wrap gap-x-6">
          {TEXT_PAGES.filter(({ path }) => path !== pathname).map(({ path, label }) => (
            <li key={path}>
              <Link to={path} className="inline-flex min-h-11 items-center text-accent-text underline-offset-4 hover:underline">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
