"""The site's addresses: everything is in `games.urls`, but for the owner's administration."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [path("admin/", admin.site.urls), path("", include("games.urls"))]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.permission_denied"
handler404 = "games.views.errors.page_not_found"
handler500 = "games.views.errors.server_error"
