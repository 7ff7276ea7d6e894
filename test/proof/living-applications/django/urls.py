"""The admin and its accounts; flat pages answer the rest."""

from django.contrib import admin
from django.contrib.auth import views
from django.urls import include, path

urlpatterns = [
    path("admin/doc/", include("django.contrib.admindocs.urls")),
    path("admin/", admin.site.urls),
    path("accounts/login/", views.LoginView.as_view(template_name="admin/login.html")),
]
