// Chooses the app store from which a visitor can get the shop's mobile app.

interface AppLinks {
  androidUrl: string
  iosUrl: string
}

/** Returns the app store for the device, by default the Android one, or empty if the shop has no app there. */
export const appStoreFor = (userAgent: string, { androidUrl, iosUrl }: AppLinks) =>
  /iPhone|iPad|iPod/.test(userAgent) ? iosUrl : androidUrl

export const isMobile = (userAgent: string) => /Android|iPhone|iPad|iPod|Mobile/.test(userAgent)
